// The optimizer on a disk that is full, and on one that becomes full while it runs: it says so in plain words, what stood before is whole,
// and the next run goes on.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { TOOL_STRATEGIES } from '../../source/contracts/optimized.ts'
import { homePaths } from '../../source/paths.ts'
import { openCommands } from '../helpers/open-commands.ts'
import { mountDisk, whyNoDisk } from '../helpers/small-disk.ts'

const skip = whyNoDisk() ?? false
if (skip !== false) process.stderr.write(`skipped: the optimizer on a full disk: ${skip}\n`)

const RUN = '/optimize_tool_prompts --tool timer_cancel --strategy'

/** Every file of the folder with what stands in it. */
function filesIn(folder: string): readonly (readonly [string, string])[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .sort()
    .map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
}

test('a full disk stops each strategy with a sentence, and nothing of what stood before is another', {
  skip,
}, async (t) => {
  const disk = mountDisk(t, 16)
  const calls: Record<string, string> = {
    '1. Cancel a timer or an alarm, or all of them': '{"1":"Cancel timer or alarm"}',
    '1. Lists the timers and alarms that are set, with the time each still has': '{"1":"List timers"}',
    'cancel the tea timer': '{"which":"tea"}',
  }
  const opened = await openCommands({ home: disk.path, script: { calls } })
  for (const { input } of await opened.session.ports.toolTests('timer_cancel')) calls[input] = '{"which":"x"}'
  const { writeCall } = opened.engine
  // No advice of the model's own.
  const silent = {
    text: '{}',
    usage: { evaluated: 1, reused: 1, generated: 1 },
    weakest: 1,
    totalMs: 1,
    cut: false,
  }
  opened.engine.writeCall = async (request, signal) =>
    request.state.name === 'instructions' ? silent : writeCall(request, signal)
  const { optimized } = homePaths(disk.path, {})
  const why = `\`${join(optimized, 'fake-model.json')}\` cannot be written (the disk is full; make room and try again)`

  disk.fill()
  for (const strategy of TOOL_STRATEGIES) {
    const { ok, text } = await opened.run(`${RUN} ${strategy}`)
    assert.deepEqual([ok, text], [false, `\`/optimize_tool_prompts\` failed: ${why}`])
  }
  assert.deepEqual(filesIn(optimized), [])
  disk.free()

  // Two runs, so that there is something before the last.
  await opened.run('/optimize_tool_prompts --tool timer_list --strategy index')
  await opened.run('/optimize_tool_prompts --tool timer_list --strategy shots')
  const before = filesIn(optimized)
  assert.deepEqual(
    before.map(([name]) => name),
    ['fake-model.json', 'fake-model.previous'],
  )
  let isFilling = true
  opened.session.subscribe((event) => {
    if (event.type === 'progress' && isFilling) disk.fill()
  })
  for (const strategy of TOOL_STRATEGIES) {
    const { ok, text } = await opened.run(`${RUN} ${strategy}`)
    disk.free()
    assert.equal(ok, false)
    assert.ok(text.includes(`It stopped: ${why}.`), text)
    assert.doesNotMatch(text, /It applies from now on/)
    assert.deepEqual(filesIn(optimized), before, strategy)
  }
  disk.fill()
  const undone = await opened.run('/optimize_tool_prompts --undo')
  assert.deepEqual([undone.ok, undone.text], [false, `\`/optimize_tool_prompts\` failed: ${why}`])
  assert.deepEqual(filesIn(optimized), before)
  disk.free()

  isFilling = false
  const { ok, text } = await opened.run(`${RUN} all`)
  assert.equal(ok, true, text)
  assert.match(text, /It applies from now on/)
  const { tools } = JSON.parse(readFileSync(join(optimized, 'fake-model.json'), 'utf8'))
  assert.deepEqual(Object.keys(tools.timer_cancel.tried), TOOL_STRATEGIES)
  assert.deepEqual(Object.keys(tools), ['timer_cancel', 'timer_list'])
  await opened.done()
})
