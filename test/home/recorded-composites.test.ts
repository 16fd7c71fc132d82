// `/compose` says that a tool is there only when it is.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openCommands } from '../helpers/open-commands.ts'
import { copyWorkspace, temporaryFolder } from '../helpers/open-session.ts'

async function opened(composites: { readonly [name: string]: string } = {}) {
  const [home, workspace] = [temporaryFolder('home'), copyWorkspace()]
  mkdirSync(join(home, 'composites'), { recursive: true })
  for (const [name, text] of Object.entries(composites))
    writeFileSync(join(home, 'composites', `${name}.yaml`), text)
  const opened = await openCommands({ home, workspace, flags: { approve: 'write' } })
  const call = (tool: string, args: object) => opened.session.submit(`/call ${tool} ${JSON.stringify(args)}`)
  return {
    ...opened,
    ...{ call, file: (name: string) => join(home, 'composites', `${name}.yaml`) },
    done: async () => {
      await opened.done()
      for (const folder of [home, workspace]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

test('calls with more than twenty values of the messages become a composite that can be used', async () => {
  const { call, run, session, done } = await opened()
  for (let at = 0; at < 11; at++) await call('file_write', { path: `file${at}.txt`, content: `word${at}` })
  const made = await run('/compose last 11 many')
  assert.match(made.text, /`many` can be used/)
  assert.match((await run('/composite')).text, /^used +many/)
  assert.equal(session.ground.tools.has('many'), true)
  await done()
})

test('a call with a very long text is recorded, and where the file would be too large none is written', async () => {
  const { call, run, file, done } = await opened()
  // Lines are written otherwise in the message, so none of it counts as said.
  await call('file_write', { path: 'long.txt', content: 'lorem ipsum\n'.repeat(4_000) })
  assert.match((await run('/compose last 1 long')).text, /`long` can be used/)
  for (const at of [1, 2])
    await call('file_write', { path: `${at}.txt`, content: `${at} words\n`.repeat(5_500) })
  const refused = await run('/compose last 3 longer')
  assert.equal(refused.ok, false)
  assert.match(
    refused.text,
    /^Nothing is written, as `longer` could not be used: the file would have more than 100000 bytes/,
  )
  assert.equal(existsSync(file('longer')), false)
  assert.match((await run('/composite')).text, /^used +long +home, write, 1 step$/)
  await done()
})

test('a composite that gave way to a tool of its name is not used, and what the tool did is recorded', async () => {
  const { call, run, notices, done } = await opened({
    get_date: 'title: t\ndescription: d\nsteps: [{ id: a, tool: get_time }]\n',
  })
  assert.match(notices('ground').join(), /get_date\.yaml` is not used: there is a tool `get_date` already/)
  assert.match((await run('/composite')).text, /^not usable {3}get_date/)
  assert.match((await run('/composite check get_date')).text, /there is a tool `get_date` already/)
  await call('get_date', {})
  const made = await run('/compose last 1 mine')
  assert.match(made.text, /tool: get_date/)
  assert.match((await run('/composite')).text, /used +mine/)
  await done()
})
