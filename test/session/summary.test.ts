import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ChatMessage } from '../../source/contracts/engine.ts'
import { findNoContent, readSummary, summaryPair, summaryRequest } from '../../source/session/summary.ts'

const turn = (user: string, assistant: string): readonly ChatMessage[] => [
  { role: 'user', text: user },
  { role: 'assistant', text: assistant },
]
const TURNS = [
  ...turn(
    'My name is Anna and my boat Petrel lies at berth 14.',
    'Nice to meet you, Anna. Petrel is a fine name.',
  ),
  ...turn('which port is set in config.yaml?\nFacts: port: 8142', 'The port set in config.yaml is 8142.'),
  ...turn('The ferry leaves at 08:15, right? I will take two friends.', 'Yes, it leaves at 08:15.'),
]

describe('a summary has content', () => {
  for (const good of [
    'Anna’s boat Petrel lies at berth 14. The port in config.yaml is 8142.',
    'User: Anna, boat Petrel (berth 14). config.yaml sets port 8142. Ferry at 8:15 with two friends.',
    '1. Anna has the boat Petrel at berth 14.\n2. The ferry leaves at 08:15.',
    '- Anna\n- Petrel, berth 14\n- three topics were discussed: boat, port, ferry',
  ]) {
    test(good.slice(0, 60), () => assert.equal(findNoContent(good, TURNS), undefined))
  }
})

describe('a summary has none', () => {
  const bad: readonly (readonly [summary: string, reason: RegExp])[] = [
    ['', /empty/],
    ["I'm sorry, but I cannot summarize that.", /refusal/],
    ['As an AI language model I have no memory.', /refusal/],
    ['I do not have a conversation to sum up.', /refusal/],
    ['<tool_call name="file_read" path="config.yaml" />', /call/],
    ['{"name": "file_read", "arguments": {"path": "config.yaml"}}', /call/],
    ['The port in config.yaml is 8143, and Petrel lies at berth 14.', /invented 8143/],
    ['Anna takes the ferry at 09:15 from berth 14 with Petrel.', /invented 09:15/],
    ['The user asked some questions and the assistant answered them.', /nothing of them/],
    ['The weather in Lisbon was lovely while everybody enjoyed grilled sardines.', /nothing of them/],
    [TURNS.map((one) => one.text).join('\n'), /not shorter/],
  ]
  for (const [summary, reason] of bad) {
    test(`${reason.source}: ${summary.slice(0, 50)}`, () => {
      assert.match(findNoContent(summary, TURNS) ?? 'it has content', reason)
    })
  }
})

describe('what a model wrote as a summary', () => {
  test('is read without a thought or a title before it', () => {
    assert.equal(readSummary('<think>hm</think>\n\nAnna has a boat.', false), 'Anna has a boat.')
    assert.equal(readSummary('<think>still thinking', false), '')
    assert.equal(readSummary('**Summary of our conversation:** Anna has a boat.', false), 'Anna has a boat.')
  })

  test('ends with its last whole sentence when it was cut', () => {
    assert.equal(readSummary('Anna has a boat. It lies at', true), 'Anna has a boat.')
    assert.equal(readSummary('- Anna\n- berth 1', true), '- Anna')
    assert.equal(readSummary('Anna has a boat that lies', true), '')
    assert.equal(readSummary('Port 3.5 is', true), '')
  })
})

test('what a person wants kept stands in the request, and the words follow the budget', () => {
  assert.match(summaryRequest(64, '').text, /at most 32 words/)
  assert.match(summaryRequest(256, 'the ports').text, /128 words.*Above all keep: the ports$/)
})

test('a summary stands as a pair of user and assistant', () => {
  assert.deepEqual(
    summaryPair('Anna has a boat.').map(({ role }) => role),
    ['user', 'assistant'],
  )
})
