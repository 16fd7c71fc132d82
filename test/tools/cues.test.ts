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
