// The built program in a real terminal, without a model: what is typed is what stands there, at every size.
import assert from 'node:assert/strict'
import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { temporaryFolder } from '../helpers/open-session.ts'
import { openProgram, type Pty } from '../helpers/pty.ts'

const LIMIT = { timeout: 120_000 }
const UP = '\x1b[A'
const DOWN = '\x1b[B'

interface Opened {
  readonly pty: Pty
  readonly home: string
  readonly workspace: string
  again(env?: NodeJS.ProcessEnv): Promise<Pty>
}

async function open(t: TestContext, columns = 80, rows = 24, env: NodeJS.ProcessEnv = {}): Promise<Opened> {
  const folder = temporaryFolder('pty')
  const home = join(folder, 'home')
  const workspace = join(folder, 'work')
  mkdirSync(workspace)
  writeFileSync(join(workspace, 'notes.md'), 'x'.repeat(2_100))
  writeFileSync(join(workspace, 'my list.txt'), 'boats\n')
  const ptys: Pty[] = []
  t.after(async () => {
    for (const pty of ptys) await pty.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const again = async (more: NodeJS.ProcessEnv = {}) => {
    // No model, and none is offered: an unknown one is asked for.
    const pty = openProgram(['--home', home, '--model', 'none-such'], {
      columns,
      rows,
      cwd: workspace,
      env: { ETHERVOX_MODELS: join(folder, 'models'), NO_COLOR: '1', ...env, ...more },
    })
    ptys.push(pty)
    await pty.until((screen) => /^› *$/m.test(screen) && /fail|no model/.test(screen))
    return pty
  }
  return { pty: await again(), home, workspace, again }
}

/** Leaves as a person does; the terminal is then a shell's again. */
async function quit(pty: Pty): Promise<void> {
  pty.type('\x03\x03')
  assert.equal((await pty.exit).signal, undefined)
}

test('lines, words and undo are edited where the cursor stands', LIMIT, async (t) => {
  const { pty } = await open(t)
  pty.type('one two three')
  await pty.until('› one two three')
  pty.type('\x1bb\x17')
  await pty.until('› one three')
  pty.type('\x1f')
  await pty.until('› one two three')
  pty.type('\x01\x1b\r')
  await pty.until(/› *\n {2}one two three/)
  pty.type(`${UP}first${DOWN}`)
  await pty.until(/› first\n {2}one two three/)
  assert.equal(pty.rows[pty.cursor.y]?.trimEnd(), '  one two three')
  // Shift-Enter as xterm and as kitty tell it.
  pty.type('\x05!\x1b[27;2;13~a\x1b[13;2ub')
  await pty.until(/three!\n {2}a\n {2}b/)
  await quit(pty)
})

test('wide, joined and combined characters stand in their columns', LIMIT, async (t) => {
  const { pty } = await open(t)
  for (const [text, columns] of [
    ['日本語', 6],
    ['e\u0301a', 2],
    ['עברית', 5],
    ['한국', 4],
  ] as const) {
    pty.type(text)
    const stands = (x: number) => pty.cursor.x === x && pty.rows[pty.cursor.y]?.startsWith('›') === true
    await pty.until(() => stands(2 + columns))
    pty.type('\x15')
    await pty.until(() => stands(2))
  }
  await quit(pty)
})

test(
  'a long paste is held, several lines without bracketed paste are one, and nothing is sent',
  LIMIT,
  async (t) => {
    const { pty } = await open(t)
    pty.paste(Array.from({ length: 214 }, (_, line) => `line ${line}`).join('\n'))
    await pty.until('› [Pasted 214 lines]')
    await pty.until('Tab shows what was pasted')
    pty.type('\t')
    await pty.until('line 213')
    pty.type('\x1a')
    await pty.until('› [Pasted 214 lines]')
    pty.type('\x15')
    await pty.until(/^› *$/m)
    pty.type('/help quit\r/help clear\r')
    await pty.until(/› \/help quit\n {2}\/help clear/)
    assert.ok(!pty.all.includes('end the program'))
    await quit(pty)
  },
)

test(
  'a menu completes commands, arguments and files, and says why something cannot run',
  LIMIT,
  async (t) => {
    const { pty } = await open(t)
    pty.type('/rol')
    await pty.until(/› \/role +show the role/)
    pty.type('\t')
    await pty.until(/^› \/role\n› none\n {2}list/m)
    assert.equal(pty.cursor.x, 8)
    pty.type('\x15/comp')
    await pty.until(/\/compact +needs a model/)
    pty.type('\x15see @not')
    await pty.until('› @notes.md')
    pty.type('\t')
    await pty.until('@notes.md (2.1 KB)')
    pty.type('\x15see @my')
    await pty.until('› @"my list.txt"')
    pty.type('\t')
    await pty.until('@my list.txt (6 B)')
    // Behind an open quote, blanks belong to the name.
    pty.type('\x15see @"my l')
    await pty.until(/› see @"my l\n› @"my list\.txt"/)
    pty.type('\x15/tool check "my l')
    await pty.until(/› \/tool check "my l\n› "my list\.txt"/)
    pty.type('\t')
    await pty.until('› /tool check "my list.txt"')
    pty.type('\x15')
    // Fast typing: the Enter waits for the menu.
    pty.type('/sta\t')
    pty.type('\r')
    await pty.until('level 2')
    await quit(pty)
  },
)

test("the history outlives the program, is searched, and is nobody else's", LIMIT, async (t) => {
  const { pty, home, again } = await open(t)
  for (const line of ['/help quit', '/help clear', 'my password: hunter2']) {
    pty.type(line)
    await pty.until(`› ${line}`)
    pty.type('\r')
    await pty.until((screen) => /^› *$/m.test(screen) && !/working/.test(screen))
  }
  pty.type(UP)
  await pty.until(/› my password: hunter2(?:.*\n)*.*level/)
  await quit(pty)
  const file = join(home, 'input-history.jsonl')
  assert.equal(statSync(file).mode & 0o777, 0o600)
  assert.equal(readFileSync(file, 'utf8'), '"/help quit"\n"/help clear"\n')
  const next = await again()
  next.type('\x12')
  await next.until('search:')
  next.type('qui')
  await next.until('› /help quit')
  next.type('\x1b')
  await next.until(/^› *$/m)
  next.type(UP)
  await next.until('› /help clear')
  await quit(next)
})

test('the editor gets the draft and the terminal, and gives both back', LIMIT, async (t) => {
  const { pty, workspace, again } = await open(t)
  await quit(pty)
  const editor = join(workspace, 'editor')
  writeFileSync(editor, '#!/bin/sh\necho in the editor\nread answer\nprintf \'%s two\' "$answer" >> "$1"\n')
  chmodSync(editor, 0o700)
  const next = await again({ VISUAL: editor })
  next.type('one ')
  await next.until('› one')
  next.type('\x07')
  await next.until('in the editor')
  next.type('typed there\r')
  await next.until('› one typed there two')
  next.type('!')
  await next.until('two!')
  await quit(next)
  const missing = await again({ VISUAL: 'no-such-editor' })
  missing.type('kept\x07')
  await missing.until('The editor `no-such-editor` is not installed; the draft is as it was.')
  await missing.until('› kept')
  assert.equal(missing.all.split('not installed').length, 2)
  await quit(missing)
})

for (const [columns, rows] of [
  [80, 24],
  [40, 12],
  [20, 5],
] as const) {
  test(
    `at ${columns}×${rows} nothing is lost or doubled while one types and the size changes`,
    LIMIT,
    async (t) => {
      const { pty } = await open(t, columns, rows)
      const words = Array.from({ length: 12 }, (_, at) => `w${at}`)
      for (const [at, word] of words.entries()) {
        if (at === 4) pty.resize(Math.max(20, columns - 13), Math.max(5, rows - 4))
        if (at === 8) pty.resize(columns, rows)
        pty.type(`${word} `)
        await pty.until(new RegExp(`\\b${word}\\b`))
      }
      const drawn = pty.rows.slice(pty.rows.findIndex((row) => row.startsWith('›'))).join(' ')
      for (const word of words.slice(-3))
        assert.equal(drawn.split(new RegExp(`\\b${word}\\b`)).length, 2, `${word} in\n${pty.screen}`)
      pty.type('\x15/help quit')
      await pty.until('/help quit')
      pty.type('\r')
      await pty.until((screen) => /^› *$/m.test(screen) && !screen.includes('working'))
      assert.equal(pty.all.split('› /help quit').length, 2, pty.all)
      assert.equal(pty.rows.filter((row) => /^› *$/.test(row)).length, 1)
      await quit(pty)
    },
  )
}

test(
  'a question in a window that becomes narrower leaves nothing of its wider self behind',
  LIMIT,
  async (t) => {
    const { pty } = await open(t, 80, 24)
    pty.type(
      '/call file_write {"path":"plan.txt","content":"Paint the boat, and then the house behind it."}\r',
    )
    await pty.until(/^\+\+\+ plan\.txt[\s\S]+allow\? y once/m)
    for (const [columns, drawn] of [
      [50, /^allow\? y\/s\/a\/n\/e\/v$/m],
      [34, /^write · s and a are .*…$/m],
    ] as const) {
      pty.resize(columns, 24)
      await pty.until(drawn)
      assert.equal(pty.all.split('+++ plan.txt').length, 2, pty.all)
    }
    await quit(pty)
  },
)

test(
  'a first model is offered once; then the start screen says how to get one, and offers no request',
  LIMIT,
  async (t) => {
    const folder = temporaryFolder('pty')
    const ptys: Pty[] = []
    t.after(async () => {
      for (const pty of ptys) await pty.close()
      rmSync(folder, { recursive: true, force: true })
    })
    const start = () => {
      const env = { ETHERVOX_MODELS: join(folder, 'models'), NO_COLOR: '1' }
      const pty = openProgram(['--home', join(folder, 'home')], { cwd: folder, env })
      ptys.push(pty)
      return pty
    }
    const told = async (pty: Pty) => {
      await pty.until(/No model is installed; `ethervox model\s+pull/)
      assert.match(pty.all, /Without a model, only commands work\.\n\/help lists the commands/)
      assert.ok(!pty.all.includes('Try: '))
      await quit(pty)
    }
    const first = start()
    await first.until('Fetch it now? (y/n)')
    first.type('n\r')
    await told(first)
    const second = start()
    await told(second)
    assert.ok(!second.written.includes('Fetch it now?'))
  },
)
