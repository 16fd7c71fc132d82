// What a tool's schema reads off a request must agree with the tool's own worked examples.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { JsonSchema } from '../../source/contracts/json.ts'
import type { FewShot } from '../../source/contracts/manifest.ts'
import type { Tool } from '../../source/contracts/tool.ts'
import { choicesFor } from '../../source/engine/embedded/choices.ts'
import { withSaidItems } from '../../source/engine/embedded/said-items.ts'
import { readRuled, textRuleOf } from '../../source/engine/embedded/text-rule.ts'
import { readToolWords } from '../../source/manifest/tool-words.ts'
import { findProgram } from '../../source/paths.ts'

const { toolsDir } = findProgram()
/** Requests whose example cannot be written, each with the reason. */
const UNWRITABLE: { readonly [request: string]: string } = {
  'summarize the README file': 'the file is not called as the message calls it; the tool says which there is',
  'search "tax 2023" for receipt': 'the only quoted text is a folder, and no word says so',
}

for (const name of readdirSync(toolsDir).sort()) {
  const config = join(toolsDir, name, 'config.yaml')
  const { words } = readToolWords(readFileSync(config, 'utf8'), config)
  const shots = [...(words?.fewShots ?? []), ...(words?.nearShots ?? [])]
  if (shots.length === 0) continue
  test(`${name}: every worked example is left open by its own request`, async () => {
    const all = Object.entries((await schemaOf(join(toolsDir, name))).properties ?? {})
    for (const shot of shots)
      if (UNWRITABLE[shot.user] === undefined) assert.deepEqual(contradictions(shot, all), [], shot.user)
  })
}

async function schemaOf(folder: string): Promise<JsonSchema> {
  const loaded: { readonly default: Tool } = await import(pathToFileURL(join(folder, 'tool.ts')).href)
  return loaded.default.parameters
}

/** Why the arguments of a worked example could not be written for its request. */
function contradictions(
  { user, arguments: wanted }: FewShot,
  all: readonly (readonly [string, JsonSchema])[],
): readonly string[] {
  const taken: number[] = []
  return all.flatMap(([parameter, schema]) => {
    const value = wanted[parameter]
    const when = schema['x-when']
    const stated = typeof when === 'string' ? new RegExp(when, 'iu').test(user) : value !== undefined
    if (stated !== (value !== undefined))
      return [`${parameter}: x-when ${stated ? 'matches' : 'does not match'}`]
    if (value === undefined) return []
    const beside = all.filter(([other]) => other !== parameter).map(([, other]) => other)
    const items = withSaidItems(schema, { whole: user }).items?.enum
    if (Array.isArray(value) && items !== undefined)
      return value.every((one) => items.includes(one))
        ? []
        : [`${parameter} may have ${JSON.stringify(items)}`]
    const choices = choicesFor(schema, { whole: user }, taken, beside)
    if (typeof value === 'number') taken.push(value)
    if (choices !== undefined)
      return choices.includes(value) ? [] : [`${parameter} may be ${JSON.stringify(choices)}`]
    const rule = textRuleOf(schema, user)
    const text = JSON.stringify(value)
    const isOpen = rule === undefined || readRuled(rule, text).ends.includes(text.length)
    return isOpen ? [] : [`${parameter} is not in the request`]
  })
}

describe('the operation of a percentage', () => {
  const operations = async (message: string) => {
    const file = pathToFileURL(join(toolsDir, 'percentage_calculate', 'tool.ts')).href
    const { default: tool } = (await import(file)) as { default: Tool }
    return choicesFor(tool.parameters.properties?.operation ?? {}, { whole: message }, [], [])
  }

  for (const [message, expected] of [
    ['what is 12% of 90', ['of']],
    ['12 percent of 650 pupils cycle, how many is that', ['of']],
    ['20% off 80', ['decrease']],
    ['a coat of 120 reduced by 15 pct', ['decrease']],
    ['240 plus 19% vat', ['increase']],
    ['rent of 800 goes up 3.5 percent', ['increase']],
    ['30 out of 240 in percent', ['is_what_percent']],
    ['what share of 1250 is 400, as a percentage', ['is_what_percent']],
    ['half a percent of 3000', ['of']],
  ] as const)
    test(message, async () => assert.deepEqual(await operations(message), expected))

  test('where the words say two things, the model decides', async () => {
    assert.deepEqual(await operations('how much do I save with 25% off 60'), ['of', 'increase', 'decrease'])
  })
})
