// The sentences of a message that its arguments are written from.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonSchema } from '../../source/contracts/json.ts'
import { insideStory } from '../../source/governor/inside-story.ts'
import type { TurnPorts } from '../../source/governor/ports.ts'
import { routed } from './turn-ports.ts'

const STORY =
  'My train at 7:04 was cancelled and the boss allowed home office, so I need not be online before 9.'
const TIME: JsonSchema = { type: 'string', 'x-from': 'message', 'x-kind': 'clock' }

/** What is left of `message` for a tool with these parameters, which every sentence with "alarm" or "convert" is for. */
async function asked(message: string, properties: { readonly [name: string]: JsonSchema }) {
  const route = (request: string) => routed(/alarm|convert/i.test(request) ? 'ring' : null)
  const detail = { parameters: { type: 'object', properties, required: Object.keys(properties) } }
  const ports = { route, findTool: async () => ({ tool: { risk: 'write' }, detail }) } as unknown as TurnPorts
  return insideStory(message, routed('ring'), ports)
}

test('the sentence that asks is what the arguments are written from', async () => {
  const request = 'Please turn off the alarm at 6:20 right away.'
  assert.equal(await asked(`${STORY} ${request}`, { which: TIME }), request)
  assert.equal(await asked(`${request} ${STORY}`, { which: TIME }), request)
})

test('all of it is, where the sentence lacks something or points at the rest', async () => {
  const number: JsonSchema = { type: 'number', 'x-from': 'message' }
  const path: JsonSchema = { type: 'string', 'x-looks': 'file' }
  for (const [behind, schema] of [
    ['Please turn off the alarm, would you.', TIME],
    ['Please turn off the alarm at 6:20 and also that one.', TIME],
    ['Please turn off the alarm at 6:20. It is the one by the bed.', TIME],
    ['Please turn off the alarm "at 6:20" right away.', TIME],
    ['Please convert the litres into gallons for me.', number],
    ['The list is in rings.txt. Please set every alarm in there at once.', path],
    ['Please set an alarm at 6:20 and write why.', { type: 'string', 'x-free': true }],
    ['The alarm at 6:20. My neighbour came by. No alarm at 7 today.', TIME],
  ] as const) {
    const message = `${STORY} ${behind}`
    assert.equal(await asked(message, { which: schema }), message, behind)
  }
})

test('a short message is no story', async () => {
  const message = 'I am home. Turn off the alarm at 6:20.'
  assert.equal(await asked(message, { which: TIME }), message)
})
