import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { loadTool } from '../../source/composing/build-manifest.ts'
import type { JsonSchema } from '../../source/contracts/json.ts'
import { choicesFor } from '../../source/engine/embedded/choices.ts'
import { readToolWords } from '../../source/manifest/tool-words.ts'
import { findProgram } from '../../source/paths.ts'

const CUED = [
  'context_manage',
  'date_compute',
  'file_set_safe_mode',
  'listen_and_summarize',
  'memory_export',
  'memory_summarize',
  'percentage_calculate',
]
const program = findProgram()

for (const name of CUED)
  test(`the cues of ${name} leave every worked example its own value`, async () => {
    const tool = await loadTool(program, name)
    const file = join(program.toolsDir, name, 'config.yaml')
    const { words } = readToolWords(readFileSync(file, 'utf8'), file)
    const cued = Object.entries(tool.parameters.properties ?? {}).filter(
      ([, schema]) => schema['x-cues'] !== undefined,
    )
    assert.ok(cued.length > 0 && words !== undefined)
    const shots = [...words.fewShots, ...words.nearShots]
    const wrong = cued.flatMap(([parameter, schema]) =>
      shots.filter(({ user, arguments: args }) => {
        const left = choicesFor(schema as JsonSchema, { whole: user }, [], [])
        return left !== undefined && args[parameter] !== undefined && !left.includes(args[parameter])
      }),
    )
    assert.deepEqual(
      wrong.map(({ user, arguments: args }) => [user, args]),
      [],
    )
  })

test('read-only is on, out of it is off, and a lock that is undone is neither', async () => {
  const { parameters } = await loadTool(program, 'file_set_safe_mode')
  const left = (whole: string) => choicesFor(parameters.properties?.enable as JsonSchema, { whole }, [], [])
  assert.deepEqual(left('make the files read-only'), [true])
  assert.deepEqual(left('and lock the files again'), [true])
  assert.deepEqual(left('switch read-only mode off'), [false])
  assert.equal(left('undo the lock on my files'), undefined)
})

test('a percentage that is put on something raises it', async () => {
  const { parameters } = await loadTool(program, 'percentage_calculate')
  const operation: JsonSchema = parameters.properties?.operation ?? {}
  const read = (whole: string) => choicesFor(operation, { whole }, [], [])
  assert.deepEqual(read('put 35 % on 12.40 please'), ['increase'])
  assert.deepEqual(read('what is 8% on 1250'), ['of'])
})

test('what a request says of its arguments is read where it stands', async () => {
  const named: readonly (readonly [string, string, string, readonly unknown[] | undefined])[] = [
    ['unit_convert', 'from', 'psi for 2.2 bar', ['bar']],
    [
      'unit_convert',
      'from',
      'my kit has 63 parts and the focal length is 35.4 inches, the rest is in mm',
      ['inches'],
    ],
    [
      'unit_convert',
      'value',
      'my kit has 63 parts and the focal length is 35.4 inches, the rest is in mm',
      [35.4],
    ],
    ['unit_convert', 'from', "what's 6 ft 2 in cm", undefined],
    ['unit_convert', 'from', 'we ran 5 km in 93 minutes, how many hours is that', undefined],
    ['unit_convert', 'from', 'newton metres from 80 ft-lbs', undefined],
    ['timer_cancel', 'which', 'turn off the alarm at 6:20 and let me be', ['alarm at 6:20']],
    ['timer_cancel', 'which', 'kill the oven timer, but the dough keeps running', ['oven timer']],
    ['timer_cancel', 'which', 'stop the timer and the alarm', undefined],
    ['file_search', 'pattern', 'look for the words notice period in contracts', ['notice period']],
    ['file_search', 'pattern', 'does that word show up anywhere', undefined],
    ['memory_export', 'filepath', 'put all of your memories in one file', ['memories.json']],
    ['memory_export', 'filepath', 'put all of your memories in one md file', ['memories.md']],
    ['memory_export', 'format', 'put all of your memories in one md file', ['markdown']],
    [
      'date_compute',
      'operation',
      'He left on 12 May 1961 and was back on 30 August 1963. How many days was he gone?',
      ['days_between'],
    ],
  ]
  for (const [name, parameter, whole, expected] of named) {
    const tool = await loadTool(program, name)
    const schema = tool.parameters.properties?.[parameter] ?? assert.fail(name)
    assert.deepEqual(choicesFor(schema, { whole }, [], []), expected, whole)
  }
})
