// Why a call is not made with its arguments, as a person reads it: all that is missing at once, and how the tool is called.
import type { JsonObject } from '../contracts/json.ts'
import type { ToolDetail } from '../contracts/manifest.ts'
import { compileSchema } from '../lib/json-schema.ts'

/** Of an example in a sentence, in characters. */
const LONGEST_EXAMPLE = 160

/**
 * "percentage_calculate was not called: it needs …"; undefined: the arguments keep the tool's schema. `isTyped`: a person wrote
 * the call, and is shown how; a model would take an example for what is so.
 */
export function callFault(
  name: string,
  args: JsonObject,
  { parameters, fewShots }: Pick<ToolDetail, 'parameters' | 'fewShots'>,
  isTyped = false,
): string | undefined {
  const broken = compileSchema(parameters)(args)
  if (broken.length === 0) return undefined
  const missing = broken.flatMap((one) => (one.path === '' && one.missing !== undefined ? [one.missing] : []))
  const others = broken.filter((one) => one.path !== '' || one.missing === undefined)
  const how = isTyped ? exampleOf(name, fewShots) : ''
  const needed = missing.length === 0 ? [] : [`it needs ${listed(missing)}${how}.`]
  return `${name} was not called: ${[...needed, ...others.map((one) => one.message)].join(' ')}`
}

function listed(names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``)
  return quoted.length < 2 ? quoted.join() : `${quoted.slice(0, -1).join(', ')} and ${quoted.at(-1)}`
}

function exampleOf(name: string, fewShots: ToolDetail['fewShots']): string {
  const shots = fewShots.map((shot) => JSON.stringify(shot.arguments))
  const short = shots.find((text) => text.length <= LONGEST_EXAMPLE)
  return short === undefined ? `; \`/tools info ${name}\` shows what it takes` : `, as in \`${short}\``
}
