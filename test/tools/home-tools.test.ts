// Safe mode and the startup prompt: what outlasts a session and is changed by a call.
import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { withStartupPrompt } from '../../source/home/lent/startup-prompt.ts'
import setSafeMode from '../../tools/file_set_safe_mode/tool.ts'
import readPrompt from '../../tools/startup_prompt_read/tool.ts'
import updatePrompt from '../../tools/startup_prompt_update/tool.ts'
import { call, sentenceOf, someContext } from './tool-context.ts'
import { openToolHome } from './tool-home.ts'

test('a call turns safe mode on and never off', async (t) => {
  const { context, settings } = openToolHome(t)
  const set = (enable: boolean) => sentenceOf(setSafeMode, { enable }, context)
  assert.equal(await set(false), 'Safe mode is already off: files can be changed.')
  assert.equal(await set(true), 'Safe mode is now on: files are read-only.')
  assert.equal(settings.values.safeMode, true)
  assert.equal(await set(true), 'Safe mode is already on: files are read-only.')
  assert.equal(
    await set(false),
    'only_by_person: Safe mode stays on: only you can turn it off, with `/settings safeMode false`.',
  )
  assert.equal(settings.values.safeMode, true)
  assert.match(await sentenceOf(setSafeMode, { enable: true }, someContext), /^no_settings: /)
})

test('a startup prompt is kept, shown, and the one before it comes back', async (t) => {
  const { home, context, startupPrompt } = openToolHome(t)
  const update = (text: string) => sentenceOf(updatePrompt, { prompt_text: text }, context)
  assert.match(await sentenceOf(readPrompt, {}, context), /^There is no startup prompt/)
  assert.equal(await update(' Be brief. '), 'The startup prompt is now: Be brief.')
  assert.equal(readFileSync(join(home, 'startup-prompt.md'), 'utf8'), 'Be brief.')
  assert.equal(await sentenceOf(readPrompt, {}, context), 'The startup prompt is: Be brief.')
  assert.equal(await update('Be brief.'), 'The startup prompt is already: Be brief.')
  const long = await call(updatePrompt, { prompt_text: 'Be kind.\nUse metres.' }, context)
  assert.ok(long.type === 'said')
  assert.deepEqual(long.said, { sentence: 'The startup prompt is now:', detail: 'Be kind.\nUse metres.' })
  assert.equal(startupPrompt.undo(), true)
  assert.equal(startupPrompt.read(), 'Be brief.')
  assert.equal(startupPrompt.undo(), true)
  assert.equal(startupPrompt.read(), 'Be kind.\nUse metres.')
})

test('a preview of a startup prompt is a diff and changes nothing', async (t) => {
  const { home, context, startupPrompt } = openToolHome(t)
  assert.equal(
    await updatePrompt.preview?.({ prompt_text: 'Be brief.' }, context),
    '--- /dev/null\n+++ startup prompt\n@@ -0,0 +1,1 @@\n+Be brief.\n\\ No newline at end of file',
  )
  assert.equal(existsSync(join(home, 'startup-prompt.md')), false)
  startupPrompt.update('Be brief.')
  assert.match((await updatePrompt.preview?.({ prompt_text: 'Be long.' }, context)) ?? '', /\n-Be brief\.\n/)
})

test('too long a text, control characters and no text are refused', async (t) => {
  const { context, startupPrompt } = openToolHome(t)
  const update = (text: string) => sentenceOf(updatePrompt, { prompt_text: text }, context)
  assert.equal(await update('x'.repeat(2_000)), `The startup prompt is now: ${'x'.repeat(2_000)}`)
  assert.equal(
    await update('x'.repeat(2_001)),
    'bad_prompt: The startup prompt would have 2001 characters; at most 2000 fit.',
  )
  assert.match(await update('a\u001b[2Jb'), /^bad_prompt: /)
  assert.match(await update('  '), /^no_text: /)
  assert.equal(startupPrompt.read().length, 2_000)
  assert.match(await sentenceOf(readPrompt, {}, someContext), /^no_prompt: /)
  assert.match(await sentenceOf(updatePrompt, { prompt_text: 'x' }, someContext), /^no_prompt: /)
})

test('the text stands behind the system text, and one that cannot be read is left out', (t) => {
  const { home, startupPrompt } = openToolHome(t)
  const path = join(home, 'startup-prompt.md')
  assert.equal(withStartupPrompt('You are X.\n', path), 'You are X.\n')
  startupPrompt.update('Be brief.')
  assert.equal(withStartupPrompt('You are X.\n', path), 'You are X.\nBe brief.')
  startupPrompt.update('')
  assert.equal(withStartupPrompt('You are X.', path), 'You are X.')
  for (const bytes of [Buffer.from([0xff, 0xfe]), Buffer.from('x'.repeat(2_001))]) {
    writeFileSync(path, bytes)
    assert.equal(withStartupPrompt('You are X.', path), 'You are X.')
  }
})
