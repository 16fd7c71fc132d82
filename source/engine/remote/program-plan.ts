// What a server is told of a program: one string, in words or in JSON. What it writes is held to the same grammar as what is written here. Pure.
import { type JsonSchema, parseJsonObject } from '../../contracts/json.ts'
import type { SqlVocabulary } from '../../contracts/sql.ts'
import { readProgram } from '../../lib/sql/read-program.ts'
import type { CallPlan } from './call-plan.ts'

/** The only argument's name. */
const SQL = 'sql'
const SCHEMA: JsonSchema = {
  type: 'object',
  properties: { [SQL]: { type: 'string', description: 'one SQLite statement over the tables' } },
  required: [SQL],
  additionalProperties: false,
}

/** The plan for a program; its `normalized` is the program itself. */
export function planProgram(vocabulary: SqlVocabulary): CallPlan {
  return {
    schema: SCHEMA,
    settled: undefined,
    isPossible: true,
    normalized: programIn,
    faultOf(text) {
      const program = programIn(text)
      if (program === undefined) return 'It is no SQL.'
      if (readProgram(program, vocabulary).isWhole) return undefined
      const right = longestOpen(program, vocabulary)
      return `Behind \`${right}\` stands what these tables and this message do not have: \`${program.slice(right.length)}\`.`
    },
  }
}

/** The statement in an answer: bare, in a fence, or as the argument of an object. */
function programIn(text: string): string | undefined {
  const from = text.indexOf('{')
  const args = from < 0 ? undefined : parseJsonObject(text.slice(from, text.lastIndexOf('}') + 1))
  const said = typeof args?.[SQL] === 'string' ? args[SQL] : text
  const fenced = /```(?:\w+\n)?([\s\S]*?)```/.exec(said)?.[1] ?? said
  const program = fenced
    .trim()
    .replace(/\s*;\s*$/, '')
    .replace(/\s+/g, ' ')
  return program === '' ? undefined : program
}

function longestOpen(program: string, vocabulary: SqlVocabulary): string {
  for (let length = program.length - 1; length > 0; length--)
    if (readProgram(program.slice(0, length), vocabulary).isOpen) return program.slice(0, length)
  return ''
}
