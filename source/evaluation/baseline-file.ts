// The file of `--baseline`: what stands in it is told before a model is loaded, not behind an hour of measuring.
import { readFileSync } from 'node:fs'
import { UserError } from '../contracts/errors.ts'
import { diskReason, isDiskError } from '../lib/disk-reason.ts'
import type { DeclaredTool } from './baseline.ts'
import type { BaselineOptions } from './measure.ts'

/** `--baseline` with the very tools that ours has. */
const ALL_SCHEMAS = 'full-schemas'

/** Reads the schemas; throws `UserError` for a file that has none. */
export function readBaseline(path: string): BaselineOptions {
  if (path === ALL_SCHEMAS) return { tools: undefined }
  const read = parsed(path)
  if (!Array.isArray(read) || read.length === 0) throw noTools(path, 'it must be a JSON array of them')
  const at = read.findIndex((one) => !isDeclared(one))
  if (at >= 0) throw noTools(path, `entry ${at + 1} is none`)
  return { tools: read as readonly DeclaredTool[] }
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError) throw noTools(path, `it is no JSON (${error.message})`)
    if (!isDiskError(error)) throw error
    throw new UserError(`\`--baseline ${path}\` cannot be read: ${diskReason(error)}.`)
  }
}

function isDeclared(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { name, description, parameters } = value as { readonly [member: string]: unknown }
  const isSchema = typeof parameters === 'object' && parameters !== null && !Array.isArray(parameters)
  return typeof name === 'string' && typeof description === 'string' && isSchema
}

function noTools(path: string, why: string): UserError {
  return new UserError(
    `\`--baseline ${path}\` has no tools of {"name", "description", "parameters"}: ${why}; \`${ALL_SCHEMAS}\` in its place takes the tools that ours has.`,
  )
}
