import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../source/contracts/json.ts'
import { withoutUnstated } from '../../source/governor/unstated.ts'

const parameters = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    team: { type: 'string' },
    limit: { type: 'integer' },
    lang: { type: 'string' },
    tags: { type: 'array', items: { type: 'string' } },
    detail: { type: 'boolean' },
    own: { type: 'string', 'x-when': 'x' },
  },
  required: ['name'],
} as const
const kept = (args: JsonObject, text: string) => withoutUnstated(args, parameters, text)

test('an optional argument that has nothing of the request is left out', () => {
  assert.deepEqual(kept({ name: 'Le Roi', team: 'Celtics', limit: 10, tags: ['sport'] }, 'who is Le Roi'), {
    name: 'Le Roi',
  })
})

test('what the request says in some form is kept', () => {
  const all = { name: 'x', team: 'celtics fans', limit: 12, tags: ['other', 'sports'], lang: 'es' }
  assert.equal(kept(all, 'twelve sport players of the Celtics in Spanish'), all)
  const date = { name: 'x', team: '2021-01-28' }
  assert.equal(kept(date, 'the game of Jan 28, 2021'), date)
})

test('required ones, booleans and those with a rule of ours are kept', () => {
  const all = { name: 'guess', detail: true, own: 'anything' }
  assert.equal(kept(all, 'tell me'), all)
})
