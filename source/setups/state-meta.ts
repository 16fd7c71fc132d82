// `state.meta.json` of a named state: written by the program alone, so what does not fit is taken as not known.
import { parseJsonObject } from '../contracts/json.ts'
import type { StateFigures, StateMeta, StateOrigins } from '../contracts/named-states.ts'

const MOST_MEASURED = 20
const ORIGINS = ['model', 'modelSha256', 'engine', 'template', 'systemText', 'tools', 'config'] as const
const NUMBERS = ['accuracy', 'callMs', 'tokens', 'score', 'cases'] as const

export const NEW_META: StateMeta = {
  created: '',
  notes: '',
  parent: null,
  origins: null,
  headTokens: 0,
  indexTokens: 0,
  measured: [],
}

/** Reads the text; undefined when it is no JSON object. */
export function parseMeta(text: string): StateMeta | undefined {
  const value = parseJsonObject(text)
  if (value === undefined) return undefined
  const { created, notes, parent, headTokens, indexTokens, measured } = value
  return {
    created: textOf(created),
    notes: textOf(notes),
    parent: typeof parent === 'string' ? parent : null,
    origins: originsOf(value.origins),
    headTokens: numberOf(headTokens),
    indexTokens: numberOf(indexTokens),
    measured: (Array.isArray(measured) ? measured : []).flatMap((one) => figuresOf(one) ?? []),
  }
}

export function formatMeta(meta: StateMeta): string {
  return `${JSON.stringify(meta, null, 2)}\n`
}

/** With figures before those that are there; the oldest go. */
export function withFigures(meta: StateMeta, figures: StateFigures): StateMeta {
  return { ...meta, measured: [figures, ...meta.measured].slice(0, MOST_MEASURED) }
}

function originsOf(value: unknown): StateOrigins | null {
  if (typeof value !== 'object' || value === null) return null
  const row = value as Record<string, unknown>
  return ORIGINS.every((name) => typeof row[name] === 'string') ? (row as StateOrigins) : null
}

function figuresOf(value: unknown): StateFigures | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const row = value as Record<string, unknown>
  const fits =
    NUMBERS.every((name) => typeof row[name] === 'number') &&
    typeof row.date === 'string' &&
    typeof row.model === 'string'
  return fits ? (row as StateFigures) : undefined
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && value >= 0 ? value : 0
}
