// The journey that every model must make: small talk, a calculation, a file, a search, a failure, and why.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerOf, hasModel, only, type Run, runLines, turnOf } from './program.ts'

const LINES = [
  'hello',
  'what is 15% of 47.50?',
  'read notes.txt',
  'find the word heater in notes.txt',
  'read nosuch.txt',
  '/why',
]

/** Tests of the core journey on one model; the program runs once for all of them. */
export function testCoreJourney(model: string, home: () => string): void {
  let running: Promise<Run> | undefined
  const journey = () => {
    running ??= runLines(model, home(), LINES, { args: ['--max-tokens', '48'] })
    return running
  }

  test(`${model}: hello is answered by the model without a call`, async (t) => {
    if (!(await hasModel(t, model))) return
    const run = await journey()
    const turn = turnOf(run, 1)
    assert.deepEqual(only(turn, 'tool.called'), [])
    assert.equal(only(turn, 'answer')[0]?.source, 'model')
    assert.notEqual(answerOf(run, 1), '')
  })

  test(`${model}: 15 % of 47.50 is answered with 7.125`, async (t) => {
    if (!(await hasModel(t, model))) return
    assert.match(answerOf(await journey(), 2), /\b7\.125\b/)
  })

  test(`${model}: notes.txt is read, and what the answer says of it stands in the file`, async (t) => {
    if (!(await hasModel(t, model))) return
    const run = await journey()
    const [finished] = only(turnOf(run, 3), 'tool.finished')
    assert.equal(finished?.ok, true)
    assert.match(finished.say, /garage code is 7731/)
    assert.match(answerOf(run, 3), /Priya|7731|1,850|heater/)
  })

  test(`${model}: a search finds the word and the answer names its file`, async (t) => {
    if (!(await hasModel(t, model))) return
    const run = await journey()
    const [finished] = only(turnOf(run, 4), 'tool.finished')
    assert.equal(finished?.ok, true)
    assert.match(answerOf(run, 4), /notes\.txt/)
  })

  test(`${model}: a file that cannot be read is called a failure`, async (t) => {
    if (!(await hasModel(t, model))) return
    const run = await journey()
    const [finished] = only(turnOf(run, 5), 'tool.finished')
    assert.equal(finished?.ok, false)
    assert.match(answerOf(run, 5), /\bno\b|\bnot\b|n['’]t\b|fail|unable/i)
    assert.doesNotMatch(answerOf(run, 5), /garage|Priya/)
  })

  test(`${model}: why tells the route, and every line of the script ended well`, async (t) => {
    if (!(await hasModel(t, model))) return
    const run = await journey()
    const [why] = only(run, 'command')
    assert.equal(why?.ok, true)
    assert.match(why.text, /^message {4}read nosuch\.txt\nroute {6}file_read/)
    assert.match(why.text, /answer {5}by the (?:model|tool), success/)
    assert.deepEqual(only(run, 'error'), [])
    assert.equal(run.code, 0)
    assert.equal(run.stderr, '')
  })
}
