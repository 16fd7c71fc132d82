// Two programs in one home, and the states of both.
import assert from 'node:assert/strict'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'
import { test } from 'node:test'
import { createFakeEngine } from '../helpers/fake-engine.ts'
import { openCommands } from '../helpers/open-commands.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

/** Saves heads as the embedded engine does: the folder is made where it is not there. */
function savingEngine() {
  const engine = createFakeEngine({ answers: { hello: 'Hi.' } })
  const { prepareHead } = engine
  engine.prepareHead = async (messages, options) => {
    const file = options?.file
    if (file !== undefined && isAbsolute(file)) {
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, 'cells')
    }
    return prepareHead(messages, options)
  }
  return async () => ({ type: 'ready', engine, answers: 'auto' }) as const
}

test('a state that another window deleted does not come back as a folder with nothing but a head', async () => {
  const home = temporaryFolder('home')
  const one = await openCommands({ home, engine: savingEngine() })
  const other = await openCommands({ home, engine: savingEngine() })
  await one.run('/states save kitchen')
  const folder = join(home, 'states', 'named', 'kitchen')
  assert.ok(existsSync(join(folder, 'head.state')))
  await other.run('/states delete kitchen')
  await one.run('/tools pin get_time')
  await one.session.submit('hello')
  assert.equal(existsSync(folder), false)
  assert.doesNotMatch((await other.run('/states')).text, /cannot be read/)
  assert.equal((await other.run('/states restore kitchen')).ok, true)
  assert.match((await other.run('/states load kitchen')).text, /^The state `kitchen` is on/)
  await one.done()
  await other.done()
  rmSync(home, { recursive: true })
})
