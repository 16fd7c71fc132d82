import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { editOutside } from '../../source/ui/draft/outside-editor.ts'
import { asksForOtherKeys, inKittyForm } from '../../source/ui/keyboard.ts'

test('the keys of modifyOtherKeys become those of the kitty protocol, everything else stays', () => {
  assert.equal(inKittyForm('a\x1b[27;2;13~b\x1b[27;5;47~'), 'a\x1b[13;2ub\x1b[47;5u')
  for (const text of ['\x1b[3~', '\x1b[1;5C', 'plain 27;2;13~', '\x1b[200~x\x1b[201~'])
    assert.equal(inKittyForm(text), text)
})

test('only terminals that know modifyOtherKeys are asked for it', () => {
  assert.equal(asksForOtherKeys({ TERM: 'xterm-256color' }), '\x1b[>4;1m')
  assert.equal(asksForOtherKeys({ TERM: 'tmux-256color', TERM_PROGRAM: 'tmux' }), '\x1b[>4;1m')
  assert.equal(asksForOtherKeys({ TERM: 'linux' }), '')
  assert.equal(asksForOtherKeys({ TERM: 'xterm-256color', TERM_PROGRAM: 'Apple_Terminal' }), '')
})

test('an editor changes the draft in a file that is only its own and gone afterwards', {
  skip: process.platform === 'win32' && 'the editors here are shell commands',
}, async () => {
  const TMPDIR = mkdtempSync(join(tmpdir(), 'ethervox-editor-'))
  const before = process.env.TMPDIR
  process.env.TMPDIR = TMPDIR
  try {
    const mode = join(TMPDIR, 'mode')
    const env = {
      PATH: process.env.PATH,
      VISUAL: `f() { stat -c %a "$1" > '${mode}'; printf 'two\\nlines\\n' >> "$1"; }; f`,
    }
    assert.deepEqual(await editOutside('one ', env), { ok: true, text: 'one two\nlines' })
    assert.deepEqual(readdirSync(TMPDIR), ['mode'])
    assert.ok(statSync(mode).size > 0)
    const missing = await editOutside('x', { PATH: process.env.PATH, EDITOR: 'no-such-editor' })
    assert.match(
      missing.ok ? '' : missing.reason,
      /^The editor `no-such-editor` is not installed; the draft is as it was\.$/,
    )
    const failed = await editOutside('x', { PATH: process.env.PATH, VISUAL: 'false', EDITOR: 'true' })
    assert.match(failed.ok ? '' : failed.reason, /`false` ended with code 1/)
    const before = process.env.TMPDIR
    process.env.TMPDIR = '/no/such/folder'
    const unwritable = await editOutside('x', { EDITOR: 'true' })
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    assert.match(unwritable.ok ? '' : unwritable.reason, /^The draft cannot be opened in an editor \(ENOENT/)
    const none = await editOutside('x', {})
    assert.match(none.ok ? '' : none.reason, /^No editor is set; `export EDITOR=nano`/)
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
    rmSync(TMPDIR, { recursive: true, force: true })
  }
})
