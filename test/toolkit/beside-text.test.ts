// What stands around a text that is to be kept is left open by no tool that keeps it.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Tool } from '../../source/contracts/tool.ts'
import { readRuled, textRuleOf } from '../../source/engine/embedded/text-rule.ts'
import store from '../../tools/memory_store/tool.ts'
import correct from '../../tools/memory_store_correction/tool.ts'
import keepPattern from '../../tools/memory_store_pattern/tool.ts'

function may(tool: Pick<Tool, 'parameters'>, parameter: string, message: string, value: string): boolean {
  const all = Object.entries(tool.parameters.properties ?? {})
  const beside = all.filter(([name]) => name !== parameter).map(([, schema]) => schema)
  const schema = tool.parameters.properties?.[parameter] ?? assert.fail(parameter)
  const rule = textRuleOf(schema, message, undefined, beside) ?? assert.fail('no rule')
  return readRuled(rule, JSON.stringify(value)).ends.length > 0
}

const CASES: readonly {
  readonly tool: Pick<Tool, 'parameters'>
  readonly parameter: string
  readonly message: string
  readonly right: string
  readonly wrong: string
}[] = [
  {
    tool: correct,
    parameter: 'correction',
    message: 'it takes 55, remember that',
    right: 'it takes 55',
    wrong: 'it takes 55, remember that',
  },
  {
    tool: correct,
    parameter: 'correction',
    message: 'wrong! Perth is not the capital, store the correction',
    right: 'Perth is not the capital',
    wrong: 'Perth is not the capital, store the correction',
  },
  {
    tool: correct,
    parameter: 'correction',
    message: 'the pass is closed until May, context: drive to Como',
    right: 'the pass is closed until May',
    wrong: 'the pass is closed until May, context: drive to Como',
  },
  {
    tool: correct,
    parameter: 'context',
    message: 'the pass is closed until May, context: drive to Como',
    right: 'drive to Como',
    wrong: 'the pass is closed until May',
  },
  {
    tool: keepPattern,
    parameter: 'pattern',
    message: 'Remember that numbered steps work well for me.',
    right: 'numbered steps work well for me',
    wrong: 'remember that numbered steps work well for me',
  },
  {
    tool: keepPattern,
    parameter: 'pattern',
    message: 'a table helped a lot, please keep this approach for the next times.',
    right: 'a table helped a lot',
    wrong: 'keep this approach for the next times',
  },
  {
    tool: keepPattern,
    parameter: 'pattern',
    message: 'turning it off did the trick, keep that solution for next time',
    right: 'turning it off did the trick',
    wrong: 'that solution',
  },
  {
    tool: store,
    parameter: 'text',
    message: 'the staging db is on port 5439. importance 0.6',
    right: 'the staging db is on port 5439',
    wrong: 'the staging db is on port 5439. importance 0.6',
  },
  {
    tool: store,
    parameter: 'text',
    message: "Don't let me forget that the fees are due in May, it is really important!",
    right: 'the fees are due in May',
    wrong: 'the fees are due in May, it is really important!',
  },
]

for (const { tool, parameter, message, right, wrong } of CASES)
  test(`"${message}": ${parameter} is "${right}"`, () => {
    assert.equal(may(tool, parameter, message, right), true)
    assert.equal(may(tool, parameter, message, wrong), false)
  })

test('a text that speaks of keeping keeps that', () => {
  const text = 'the museum keeps this vase, and that pattern is old'
  assert.equal(may(store, 'text', `remember that ${text}`, text), true)
  assert.equal(may(correct, 'correction', 'you can save that button, it works', 'it works'), true)
})

test('what stands before a colon and says whose it is belongs to the text', () => {
  const message = "save my doctor's name: Dr Adeyemi"
  assert.equal(may(store, 'text', message, "my doctor's name: Dr Adeyemi"), true)
  assert.equal(may(store, 'text', message, 'Dr Adeyemi'), false)
  assert.equal(may(store, 'text', 'save this: my cat is Bo', 'my cat is Bo'), true)
})

test('behind "remind me to" the text begins with the first word', () => {
  const message = 'my plumber is called Henk, and remind me to ring him on monday'
  assert.equal(may(store, 'text', message, 'ring him on monday'), true)
  assert.equal(may(store, 'text', message, 'monday'), false)
})
