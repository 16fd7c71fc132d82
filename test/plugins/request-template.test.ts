import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../source/contracts/json.ts'
import { bodyFault, fillRequest } from '../../source/plugins/request-template.ts'
import { parseToolFile } from '../../source/plugins/tool-file.ts'

const POST =
  'POST https://example.org/v1/{{city}}\nAccept: application/json\n\n{"city": {{city}}, "days": {{days}},\n\n "units": "metric"}'

test('the arguments of a body are JSON, whatever they hold', () => {
  const city = '"}, "admin": true, "x": {"\\ \u2028 {{days}} $& \n'
  const { method, address, accept, body } = fillRequest(POST, { city, days: [1, { a: '"' }] })
  assert.equal(method, 'POST')
  assert.equal(accept, 'application/json')
  assert.equal(address, `https://example.org/v1/${encodeURIComponent(city)}`)
  assert.deepEqual(JSON.parse(body ?? ''), { city, days: [1, { a: '"' }], units: 'metric' })
})

test('an argument that is left out is null in the body', () => {
  assert.deepEqual(JSON.parse(fillRequest(POST, { days: 0 }).body ?? ''), {
    city: null,
    days: 0,
    units: 'metric',
  })
})

test('a GET has no body, also behind an empty line', () => {
  const { method, body, address } = fillRequest('\nGET https://example.org/?q={{q}}\n\n', { q: 'a b' })
  assert.deepEqual([method, body, address], ['GET', undefined, 'https://example.org/?q=a%20b'])
})

test('a place where an argument could be more than one value is a fault', () => {
  for (const body of [
    '{"a": "{{x}}"}',
    '{"a": "b {{x}} c"}',
    '{"a": "\\{{x}}"}',
    '{"a": "{{x}}{{y}}"}',
    '"{{x}}"',
    '{"a": -{{x}}}',
    '{"a": {{x}}{{y}}}',
    '[1{{x}}]',
    '{ {{x}}: 1 }',
    '{"a": 1',
  ])
    assert.notEqual(bodyFault(body), undefined, body)
  assert.match(bodyFault('{"a": "{{x}}"}') ?? '', /must stand for a whole value of the body, without quotes/)
  assert.match(bodyFault('{"a": 1') ?? '', /the body must be JSON/)
  for (const body of ['{{x}}', '{"a": {{x}}, "b": [{{y}}, "{ {"]}', '{}'])
    assert.equal(bodyFault(body), undefined, body)
})

test('the faults of a block are said where they stand', () => {
  const faultsOf = (block: string, kind = 'http') => {
    const text = `---\nname: ask\ntitle: Ask\ndescription: Asks it\ngroup: own\nparameters:\n  - { name: city, type: string, description: a city }\n---\n\n\`\`\`${kind}\n${block}\n\`\`\`\n`
    const read = parseToolFile(text, 'ask.md', 'ask')
    return 'compiled' in read ? [] : read.map(({ line, column, message }) => `${line}:${column} ${message}`)
  }
  assert.deepEqual(faultsOf('POST https://example.org/\n\n{"city": {{city}}}'), [])
  assert.match(
    faultsOf('POST https://example.org/').join(),
    /^11:1 .*`POST` needs a body: JSON behind an empty line/,
  )
  assert.match(faultsOf('POST https://example.org/\n\n{"city": "{{city}}"}').join(), /^13:1 .*without quotes/)
  assert.match(
    faultsOf('POST https://example.org/\nCookie: a\n\n{}').join(),
    /^12:1 .*`Accept: TYPE` and nothing else/,
  )
  assert.match(faultsOf('POST https://{{city}}/\n\n{}').join(), /^11:6 .*the host must be written out/)
  assert.match(faultsOf('PUT https://example.org/').join(), /must be `GET ADDRESS` or `POST ADDRESS`/)
  assert.match(
    faultsOf('POST https://example.org/\n\n{"a": {{town}}}').join(),
    /^13:9 .*`town` is no parameter/,
  )
  assert.match(faultsOf('Name a sight of {{town}}.', 'prompt').join(), /^11:19 .*`town` is no parameter/)
})

test('a placeholder that is never closed is told, whatever stands in it', () => {
  assert.match(bodyFault(`{"a": {{${' '.repeat(20_000)}`) ?? '', /the body must be JSON/)
  const { address } = fillRequest('GET https://example.org/{{  a }}/{{b}}/{{constructor}}', { a: 1 })
  assert.equal(address, 'https://example.org/1//')
})

test('no value leads to another path than the one that is written', () => {
  const at = (template: string, args: JsonObject) =>
    fillRequest(`GET https://example.org${template}`, args).address
  const refused = {
    name: 'ToolFailure',
    message: /^The request was not sent: `\.{1,2}` as a part of the path /,
  }
  for (const id of ['.', '..']) {
    assert.throws(() => at('/users/{{id}}/notes', { id }), refused)
    assert.throws(() => at('/users/{{id}}', { id }), refused)
    assert.throws(() => at('/users/{{id}}?all=1', { id }), refused)
  }
  assert.throws(() => at('/a/{{b}}{{c}}/d', { b: '.', c: '.' }), refused)
  assert.throws(() => at('/a/.{{b}}/d', { b: '.' }), refused)
  assert.throws(() => at('/a/../{{b}}', { b: '..' }), refused)
  for (const id of ['...', '.a', 'a..', '../..', '%2e%2e', '..\\', '.\t.', ' ..'])
    assert.equal(
      new URL(at('/users/{{id}}/notes', { id })).pathname,
      `/users/${encodeURIComponent(id)}/notes`,
    )
  assert.equal(new URL(at('/find?at={{id}}', { id: '..' })).search, '?at=..')
  assert.equal(at('/find?at=/{{id}}/', { id: '..' }), 'https://example.org/find?at=/../')
})

test('half a character in a value is replaced, not a fault of the program', () => {
  assert.equal(
    fillRequest('GET https://example.org/{{id}}', { id: 'a\ud800' }).address,
    'https://example.org/a%EF%BF%BD',
  )
})
