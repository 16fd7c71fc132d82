/** What the router's measurements read: the built-in tools, the 31 tools, and foreign requests that no tool was written for. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { loadTool, trainingInput } from '../../source/composing/build-manifest.ts'
import { compileTools } from '../../source/manifest/compile.ts'
import { findProgram } from '../../source/paths.ts'
import type { TrainingInput, TrainingTool } from '../../source/router/examples.ts'
import { type ToolWords, wordsOfTool } from '../../source/router/words.ts'
import { publicData } from '../helpers/public-data.ts'

/** What `npm run build` trains the router on. */
export async function builtInTools(): Promise<TrainingInput | undefined> {
  const program = findProgram()
  const load = (folder: string) => loadTool(program, basename(folder))
  const { tools } = await compileTools({ toolsDir: program.toolsDir, loadTool: load, builtAt: 0 })
  return trainingInput(tools, program)
}

interface Schema {
  readonly name: string
  readonly description: string
  readonly parameters: { readonly properties: Readonly<Record<string, { readonly description?: string }>> }
}

/** The 31 tools of the public data, with 34 examples each; undefined where it is absent. */
export function sharedTools(): TrainingInput | undefined {
  const folder = publicData('tools31/')
  if (folder === undefined) return undefined
  const schemas: readonly Schema[] = JSON.parse(readFileSync(new URL('schemas.json', folder), 'utf8'))
  const examples: Readonly<Record<string, readonly string[]>> = JSON.parse(
    readFileSync(new URL('examples.json', folder), 'utf8'),
  )
  const tools = schemas.map(({ name, description, parameters }) => ({
    name,
    oneLiner: description,
    description: Object.entries(parameters.properties)
      .map(([parameter, schema]) => `${parameter.replaceAll('_', ' ')}: ${schema.description ?? ''}`)
      .join('. '),
    examples: examples[name] ?? [],
    fewShotRequests: [],
  }))
  return { tools, none: examples.none ?? [], followUps: [], remarks: [] }
}

/** What each says of itself. */
export function wordsOfAll(tools: readonly TrainingTool[]): readonly ToolWords[] {
  return tools.map((tool) => wordsOfTool({ ...tool, parameters: { type: 'object' } }))
}

/** Intents of CLINC150 that a tool of ours does fit; left out of the count. */
export const clincFits = (
  'date time timezone calculator what_can_i_ask_you reminder reminder_update todo_list todo_list_update shopping_list ' +
  'shopping_list_update change_user_name are_you_a_bot alarm timer meeting_schedule calendar'
).split(' ')

/** Scenario and action of SLURP that a tool of ours does fit; left out of the count. */
export const slurpFits = (
  'datetime/query datetime/convert qa/maths lists/query lists/createoradd lists/remove calendar/set calendar/query ' +
  'calendar/remove alarm/set alarm/query alarm/remove'
).split(' ')

/** Requests that no tool fits; undefined where the set is absent. For measuring only, never for training. */
export function foreignRequests(set: 'clinc150' | 'slurp'): readonly string[] | undefined {
  const file = publicData(set === 'slurp' ? 'slurp/devel.jsonl' : 'clinc150/val.jsonl')
  if (file === undefined) return undefined
  const fits = new Set(set === 'slurp' ? slurpFits : clincFits)
  const rows = readFileSync(file, 'utf8').trim().split('\n')
  return rows.flatMap((row) => {
    const { text, intent, scenario, action } = JSON.parse(row)
    return fits.has(set === 'slurp' ? `${scenario}/${action}` : intent) ? [] : [text]
  })
}
