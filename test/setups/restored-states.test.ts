// States that were saved over or deleted, and come back.
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { StateConfig } from '../../source/contracts/named-states.ts'
import { openNamedStates } from '../../source/setups/state-store.ts'
import { openCommands } from '../helpers/open-commands.ts'
import { temporaryFolder } from '../helpers/open-session.ts'

const CONFIG: StateConfig = {
  persona: undefined,
  role: undefined,
  profile: undefined,
  mode: 'continue',
  tools: ['get_time'],
  priorities: {},
  instructions: '',
}

function reasonOf(found: { readonly ok: boolean; readonly reason?: string }): string {
  return found.reason ?? ''
}

test('a state that was saved over comes back, and what stood there goes aside and comes back in turn', () => {
  const states = openNamedStates(join(temporaryFolder('states'), 'states'))
  const notesOf = () => {
    const found = states.find('garden')
    return found.type === 'found' ? found.state.meta.notes : ''
  }
  const about = (notes: string, created: string) => ({ notes, parent: null, created })
  const day = (number: number) => `2026-03-${number}T10:00:00.000Z`
  for (const [at, notes] of ['one', 'two', 'three'].entries())
    states.save('garden', CONFIG, about(notes, day(11 + at)))
  writeFileSync(states.headFile('garden'), 'the head of three')
  states.save('garden-2', CONFIG, about('', day(11)))
  assert.deepEqual([states.removed(), states.earlier('garden')], [['garden'], [day(13), day(12)]])
  const first = states.restore('garden', day(14), 1)
  assert.ok(first.ok && first.aside !== undefined)
  assert.equal(notesOf(), 'two')
  assert.deepEqual(states.earlier('garden'), [day(14), day(12)])
  states.restore('garden', day(15), 1)
  assert.equal(notesOf(), 'three')
  assert.equal(readFileSync(states.headFile('garden'), 'utf8'), 'the head of three')
  states.restore('garden', day(16), 2)
  assert.equal(notesOf(), 'one')
  assert.match(
    reasonOf(states.restore('garden', day(17), 3)),
    /^Of the state `garden` there is no 3 in `.*removed`; take 1 \(the last one\) to 2\.$/,
  )
  // Of one moment the one that came later is the last one, also past nine.
  for (let count = 0; count < 12; count++) states.save('garden', CONFIG, about(`${count}`, day(20)))
  assert.deepEqual(states.earlier('garden').slice(0, 3), [day(20), day(20), day(20)])
  states.restore('garden', day(21), 1)
  assert.equal(notesOf(), '10')
})

test('`/states restore` brings back what was saved over, of the one that is on as well, and the head of neither is lost', async () => {
  const { session, run, notices, done } = await openCommands({ script: { keepsHeads: true } })
  const said = async (line: string) => (await run(line)).text
  await run('/persona tutor')
  await run('/states save desk first')
  await run('/persona off')
  assert.match(
    await said('/states save desk second'),
    / The one of that name before it is in `.*`; `\/states restore desk` brings it back\.$/,
  )
  assert.match(await said('/states info desk'), /^notes {9}second\nearlier {7}1, until 2\d{3}-.*Z$/m)
  assert.equal(session.view.state, 'desk')
  assert.match(
    await said('/states restore desk'),
    /^The state `desk` is back as it was until .*; the one that stood there is in `.*`, and `\/states restore desk` brings that back\.$/,
  )
  // What is on is the second one still, which has no name now.
  assert.equal(session.view.state, undefined)
  await session.submit('hello')
  assert.match(await said('/states load desk'), /persona tutor, .*; its head was restored/)
  await run('/states restore desk')
  assert.match(
    await said('/states load desk'),
    /^The state `desk` is on \(\d+ tools, .* its head (?:was restored|stood)/,
  )
  assert.deepEqual(notices('state_stale'), [])
  await run('/states delete desk')
  assert.match(
    await said('/states restore desk 3'),
    /^Of the state `desk` there is no 3 in `.*removed`; take 1 \(the last one\) to 2\.$/,
  )
  assert.match(
    await said('/states restore desk none'),
    /^`\/states restore` takes the name of one state and maybe/,
  )
  assert.match(await said('/states restore desk 2'), /^The state `desk` is back as it was until [^;]*\.$/)
  await done()
})

test('of what was moved aside the last five keep their heads, and all come back', () => {
  const folder = temporaryFolder('states')
  const states = openNamedStates(join(folder, 'states'))
  const at = (minute: number) => `2026-03-12T10:0${minute}:00.000Z`
  for (let minute = 0; minute < 8; minute++) {
    states.save('garden', CONFIG, { notes: `${minute}`, parent: null, created: at(minute) })
    writeFileSync(states.headFile('garden'), `head ${minute}`)
  }
  const earlier = states.earlier('garden')
  assert.equal(earlier.length, 7)
  const bytesOf = (version: number) => {
    assert.ok(states.restore('garden', at(9), version).ok)
    const found = states.find('garden')
    return found.type === 'found' ? [found.state.meta.notes, found.state.bytes] : undefined
  }
  assert.deepEqual(bytesOf(7), ['0', 0])
  assert.deepEqual(bytesOf(2), ['6', 6])
})
