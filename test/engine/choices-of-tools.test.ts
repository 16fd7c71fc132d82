// What a tool's schema reads off a request must agree with the tool's own worked examples.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Tool } from '../../source/contracts/tool.ts'
import { choicesFor } from '../../source/engine/embedded/choices.ts'
import { readToolWords } from '../../source/manifest/tool-words.ts'
import { findProgram } from '../../source/paths.ts'

const { toolsDir } = findProgram()

for (const name of readdirSync(toolsDir).sort()) {
  const config = join(toolsDir, name, 'config.yaml')
  if (!existsSync(config)) continue
  const shots = readToolWords(readFileSync(config, 'utf8'), config).words?.fewShots ?? []
  if (shots.length === 0) continue
  test(`${name}: every worked example is left open by its own request`, async () => {
    const { default: tool } = (await import(pathToFileURL(join(toolsDir, name, 'tool.ts')).href)) as {
      default: Tool
    }
    for (const { user, arguments: wanted } of shots) {
      const taken: number[] = []
      const all = Object.entries(tool.parameters.properties ?? {})
      for (const [parameter, schema] of all) {
        const beside = all.filter(([other]) => other !== parameter).map(([, other]) => other)
        const choices = choicesFor(schema, { whole: user }, taken, beside)
        const value = wanted[parameter]
        if (choices !== undefined && value !== undefined)
          assert.ok(choices.includes(value), `${user}: ${parameter} may be ${JSON.stringify(choices)}`)
        if (typeof value === 'number') taken.push(value)
      }
    }
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
