import type { JsonObject, JsonSchema } from '../contracts/json.ts'
import type { TurnOutcome } from '../governor/ports.ts'
import { nearestName } from '../lib/nearest-name.ts'
import type { ChatSession } from './session.ts'

/** Schemas that may take more than their `properties` name. */
const MORE = ['additionalProperties', 'patternProperties', 'allOf', 'anyOf', 'oneOf', '$ref', 'if']

/** Why these arguments are not all used: one that the tool does not know would be left out in silence. undefined: it knows them. */
export async function findStray(
  session: ChatSession,
  name: string,
  args: JsonObject,
): Promise<string | undefined> {
  const callable = await session.role.tools.callable(name)
  if (callable === undefined) return undefined
  return strayIn(name, callable.detail.parameters, args)
}

/** The same by the schema alone. */
export function strayIn(name: string, parameters: JsonSchema, args: JsonObject): string | undefined {
  const known = namesOf(parameters)
  const stray = Object.keys(args).find((key) => known?.includes(key) === false)
  if (known === undefined || stray === undefined) return undefined
  const nearest = nearestName(stray, known)
  const hint = nearest === undefined ? '' : `; did you mean \`${nearest}\`?`
  const takes = known.length === 0 ? 'nothing' : known.map((key) => `\`${key}\``).join(', ')
  return `\`${name}\` takes no \`${stray}\`${hint || `; it takes ${takes}.`}`
}

/** undefined: the schema does not say all of them. */
function namesOf(schema: JsonSchema): readonly string[] | undefined {
  const isOpen = schema.additionalProperties !== false && MORE.some((keyword) => keyword in schema)
  return isOpen ? undefined : Object.keys(schema.properties ?? {})
}

/** Runs a tool without the model, as a whole turn. */
export function callTool(session: ChatSession, name: string, args: JsonObject): Promise<TurnOutcome> {
  return session.runTurn({
    message: `/call ${name} ${JSON.stringify(args)}`,
    origin: 'call',
    call: { name, arguments: args },
    // Nothing of such a turn is told to the model.
    factCharacters: 0,
  })
}
