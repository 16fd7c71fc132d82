import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { describeSettings } from '../../source/home/shown-settings.ts'
import { DEFAULT_SETTINGS } from '../../source/settings-table.ts'
import { openCommands } from '../helpers/open-commands.ts'

test('one setting is shown with where it comes from and what it takes', async () => {
  const chat = await openCommands()
  assert.match(
    (await chat.run('/settings theme')).text,
    /^theme {2}"auto" {2}\(as it comes\)\n.+\ntakes auto, light, dark, none$/,
  )
  await chat.run('/settings theme dark')
  assert.match(
    (await chat.run('/settings theme')).text,
    /^theme {2}"dark" {2}\(your choice\)[\s\S]+as it comes: "auto"$/,
  )
  assert.match((await chat.run('/settings')).text, /^\* theme +"dark"/m)
  await chat.done()
})

test('a setting is reset, and all of them are', async () => {
  const chat = await openCommands()
  const file = () => JSON.parse(readFileSync(join(chat.home, 'settings.json'), 'utf8')) as object
  await chat.run('/settings theme dark')
  await chat.run('/settings threads 2')
  assert.equal((await chat.run('/settings reset theme')).ok, true)
  assert.deepEqual(file(), { threads: 2 })
  assert.equal((await chat.run('/settings reset all')).ok, true)
  assert.deepEqual(file(), {})
  assert.match((await chat.run('/settings threads')).text, /^threads {2}0 {2}\(as it comes\)/)
  await chat.done()
})

test('all settings are reset, and profiles and pins that the person made stay and are named', async () => {
  const chat = await openCommands()
  const file = () => JSON.parse(readFileSync(join(chat.home, 'settings.json'), 'utf8')) as object
  await chat.run('/settings theme dark')
  assert.equal((await chat.run('/tools profile save mine')).ok, true)
  await chat.run('/settings pinnedTools ["file_read"]')
  const { text } = await chat.run('/settings reset all')
  assert.match(
    text,
    /^Every setting is as it comes, but for pinnedTools and toolProfiles \(`\/settings reset pinnedTools`\); /,
  )
  assert.deepEqual(Object.keys(file()).sort(), ['pinnedTools', 'toolProfiles'])
  assert.match((await chat.run('/tools profile list')).text, /^ {2}mine /)
  await chat.run('/settings reset toolProfiles')
  await chat.run('/settings reset pinnedTools')
  assert.deepEqual(file(), {})
  await chat.done()
})

test('a name that is none is refused with the nearest', async () => {
  const chat = await openCommands()
  for (const line of ['/settings thread 3', '/settings thread', '/settings reset thread']) {
    const { ok, text } = await chat.run(line)
    assert.deepEqual([ok, text], [false, 'There is no setting `thread`; did you mean `threads`?'], line)
  }
  assert.equal((await chat.run('/settings reset')).text, '`/settings reset` takes one name, or `all`.')
  await chat.done()
})

test('a flag wins and is named, and setting it says that it counts later', async () => {
  const chat = await openCommands({ flags: { threads: 1 } })
  assert.match((await chat.run('/settings threads')).text, /^threads {2}1 {2}\(from the command line\)/)
  const { text } = await chat.run('/settings threads 2')
  assert.equal(text, 'threads is set; until the next start the value from the command line wins.')
  await chat.done()
})

test('the environment is told from the command line', () => {
  const given = { values: { gpu: 'off', context: 2048 }, fromEnvironment: ['gpu'] }
  const rows = describeSettings({ ...DEFAULT_SETTINGS, threads: 2 }, ['threads', 'gpu'], given)
  const from = (name: string) => rows.find((row) => row.name === name)?.from
  assert.deepEqual(['gpu', 'context', 'threads', 'theme'].map(from), [
    'environment',
    'flag',
    'file',
    'default',
  ])
})

test('values are completed behind the name', async () => {
  const chat = await openCommands()
  const settings = chat.session.ports.commands.find(({ name }) => name === 'settings')
  const context = { settings: () => chat.session.ports.settings() } as never
  const texts = async (input: string) => {
    const choices = await settings?.complete?.(input, context)
    return choices === 'files' ? [] : choices?.map(({ text }) => text)
  }
  assert.deepEqual(await texts('theme'), ['auto', 'light', 'dark', 'none'])
  assert.deepEqual(await texts('think'), ['true', 'false'])
  assert.ok((await texts(''))?.includes('reset'))
  assert.ok((await texts('reset'))?.includes('all'))
  await chat.done()
})

test('what needs no new start says so, and what does says that', async () => {
  const chat = await openCommands()
  assert.equal((await chat.run('/settings theme dark')).text, 'theme is set; it counts from now on.')
  for (const live of ['shellSeconds 20', 'weatherUnits imperial', 'ringBell false', 'webAllowPrivate []'])
    assert.match((await chat.run(`/settings ${live}`)).text, / is set; it counts from now on\.$/)
  assert.match((await chat.run('/settings threads 2')).text, /take effect at the next start/)
  await chat.done()
})

test('values stand in a column', async () => {
  const chat = await openCommands()
  const rows = (await chat.run('/settings')).text.split('\n')
  const starts = ['theme', 'threads', 'think'].map((name) => {
    const row = rows.find((one) => one.startsWith(`  ${name} `)) ?? ''
    return /\S+ +\S+ +(?=\S)/.exec(row)?.[0].length
  })
  assert.equal(new Set(starts).size, 1)
  await chat.done()
})
