import assert from 'node:assert/strict'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, test } from 'node:test'
import { openCommands } from '../helpers/open-commands.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

let home = ''
let workspace = ''
beforeEach(() => {
  home = temporaryFolder('own-home')
  workspace = temporaryFolder('own-work')
})
afterEach(() => {
  for (const folder of [home, workspace]) rmSync(folder, { recursive: true, force: true })
})

function write(folder: string, name: string, text: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${name}.md`), text)
}
const inHome = (name: string, text: string) => write(join(home, 'commands'), name, text)
const inWork = (name: string, text: string) => write(join(workspace, '.ethervox', 'commands'), name, text)
const open = () =>
  openCommands({ home, workspace, script: { answers: { 'Say something kind about Ada.': 'Ada is kind.' } } })

describe('a command of the person’s own', () => {
  test('is sent as a message, and gives the events of that turn', async () => {
    inHome('praise', '---\ndescription: Praise somebody\narguments: NAME\n---\nSay something kind about $1.')
    const chat = await open()
    const { ok, name } = await chat.run('/praise Ada')
    assert.deepEqual([ok, name], [true, 'praise'])
    const started = chat.events.find((event) => event.type === 'turn.started')
    assert.deepEqual([started?.text, started?.origin], ['Say something kind about Ada.', 'praise'])
    assert.ok(chat.events.some((event) => event.type === 'answer'))
    assert.deepEqual(
      chat.session.said.map(({ text }) => text),
      ['Say something kind about Ada.'],
    )
    await chat.done()
  })

  test('of the workspace is there, too, and the one of the home wins', async () => {
    inHome('one', 'from the home')
    inWork('one', 'from the workspace')
    inWork('two', 'from the workspace')
    const chat = await open()
    const own = chat.session.ports.commands.filter(({ group }) => group === 'own')
    assert.deepEqual(
      own.map(({ name, summary }) => [name, summary]),
      [
        ['one', 'from the home'],
        ['two', 'from the workspace'],
      ],
    )
    assert.match(chat.notices('ground').join('\n'), /`\/one` is already `.+own-home.+one\.md`/)
    await chat.done()
  })

  test('never takes the place of one of the program', async () => {
    inWork('quit', 'Do something else.')
    const chat = await open()
    assert.match(chat.notices('ground').join(), /quit\.md` is not used: `\/quit` is a command of the program/)
    assert.equal((await chat.run('/quit')).ok, true)
    assert.equal(chat.session.ended, true)
    await chat.done()
  })

  test('that cannot be read is said, and the others are there', async () => {
    inHome('broken', '---\nmodel: x\n---\nhello')
    inHome('Wrong Name', 'hello')
    inHome('right', 'hello')
    const chat = await open()
    const said = chat.notices('ground').join('\n')
    assert.match(said, /no field `model`/)
    assert.match(said, /`Wrong Name` cannot be a command/)
    assert.ok(chat.session.ports.commands.some(({ name }) => name === 'right'))
    await chat.done()
  })

  test('that lacks a word is refused before anything is sent', async () => {
    inHome('praise', 'Praise $1.')
    const chat = await open()
    const { ok, text } = await chat.run('/praise')
    assert.deepEqual([ok, text], [false, '`/praise ARGUMENT1` needs ARGUMENT1 behind it.'])
    assert.equal(
      chat.events.some((event) => event.type === 'turn.started'),
      false,
    )
    await chat.done()
  })

  test('stands in /help under a heading of its own', async () => {
    inHome('praise', '---\ndescription: Praise somebody\narguments: NAME\n---\nPraise $1.')
    const chat = await open()
    const { text } = await chat.run('/help')
    assert.match(text, /Your own\n {2}\/praise NAME +Praise somebody/)
    assert.match(
      (await chat.run('/help praise')).text,
      /Sends this message \(`.+praise\.md`\):\n\nPraise \$1\./,
    )
    await chat.done()
  })
})
