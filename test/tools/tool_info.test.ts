import assert from 'node:assert/strict'
import { test } from 'node:test'
import toolInfo from '../../tools/tool_info/tool.ts'
import { openTestSession } from '../helpers/open-session.ts'
import { call, sentenceOf } from './tool-context.ts'

test('a tool is found by its name and by words that only it has', async () => {
  const { session, done } = await openTestSession()
  const context = { services: session.own }
  for (const name of ['calculator_compute', 'the calculator tool', 'Calculator-Compute', 'calculator'])
    assert.equal(
      await sentenceOf(toolInfo, { name }, context),
      `calculator_compute (group math, on, only reads): ${session.ground.tools.detail('calculator_compute')?.description}.`,
      name,
    )
  await done()
})

test('its parameters and an example stand below', async () => {
  const { session, done } = await openTestSession()
  const outcome = await call(toolInfo, { name: 'file_search' }, { services: session.own })
  assert.ok(outcome.type === 'said')
  const detail = outcome.said.detail ?? ''
  assert.match(detail, /^directory(?: \(optional\))?: .+\npattern: .+/m)
  assert.match(detail, /^Example: .+/m)
  const bare = await call(toolInfo, { name: 'get_time' }, { services: session.own })
  assert.match((bare.type === 'said' && bare.said.detail) || '', /^It takes nothing\./)
  await done()
})

test('whether it is on is told as it stands', async () => {
  const { session, done } = await openTestSession()
  await session.submit('/tools disable get_time')
  assert.match(
    await sentenceOf(toolInfo, { name: 'get_time' }, { services: session.own }),
    /\(group time, off,/,
  )
  await done()
})

test('an unknown tool is told with the nearest ones', async () => {
  const { session, done } = await openTestSession()
  const said = (name: string) => sentenceOf(toolInfo, { name }, { services: session.own })
  assert.equal(
    await said('get_tine'),
    'unknown_tool: There is no tool `get_tine`; did you mean `get_date`, `get_day`, `get_time`?',
  )
  assert.match(await said('fiel_raed'), /did you mean `file_read`\?$/)
  assert.equal(await said('zebra'), 'unknown_tool: There is no tool `zebra`; `/tools` lists them.')
  assert.match(await said('file'), /did you mean `file_\w+`, `file_\w+`, `file_\w+`\?$/)
  await done()
})

test('where there are no tools to look up that is said', async () => {
  assert.match(await sentenceOf(toolInfo, { name: 'get_time' }), /^no_tools: /)
})
