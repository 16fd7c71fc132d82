// What a permission is for. A tool that names an argument for it is never allowed as a whole by `session` or `always`.
import type { AllowedRule } from '../contracts/approval.ts'
import type { JsonObject } from '../contracts/json.ts'
import type { Risk, Tool } from '../contracts/tool.ts'
import { sha256Hex } from '../lib/checksum.ts'
import { placesBehind } from './real-path.ts'
import { fitsPattern, isPattern, type ValueKind } from './value-pattern.ts'

/** A call that a permission may be for. */
export interface ScopedCall {
  readonly tool: Tool
  readonly arguments: JsonObject
  /** Real folder that its paths begin from; undefined: it has none. */
  readonly workspace?: string
}

const KINDS: { readonly [R in Risk]: ValueKind } = {
  read: 'path',
  write: 'path',
  execute: 'command',
  network: 'address',
}

/** The argument that a permission for this call is for; undefined: the whole tool. Empty where it was left out. */
export function scopeOf(
  tool: Tool,
  args: JsonObject,
): { readonly name: string; readonly value: string } | undefined {
  const name = tool.approvalKey
  if (name === undefined) return undefined
  const value = args[name] ?? ''
  return { name, value: typeof value === 'string' ? value : JSON.stringify(value) }
}

/** The same as it is asked about: a path that leads elsewhere through a link says where. */
export function shownScope(call: ScopedCall): { readonly name: string; readonly value: string } | undefined {
  const scope = scopeOf(call.tool, call.arguments)
  const [place] = leadsTo(call) ?? []
  return scope && place ? { ...scope, value: `${scope.value} (through a link: ${place})` } : scope
}

/** The permissions that allow this call and as little else as can be: one, and one for where its path really leads. */
export function rulesFor(call: ScopedCall): readonly AllowedRule[] {
  const { tool } = call
  const scope = scopeOf(tool, call.arguments)
  if (scope === undefined) return [{ tool: tool.name }]
  return [scope.value, ...(leadsTo(call) ?? []).slice(0, 1)].map((value) => ({ tool: tool.name, value }))
}

/** The first that is for this call; where its path leads through a link, one has to be for what it leads to as well. */
export function findCovering<R extends AllowedRule>(rules: readonly R[], call: ScopedCall): R | undefined {
  const { tool, arguments: args } = call
  const rule = rules.find((one) => covers(one, tool, args))
  const places = rule && leadsTo(call)
  const key = tool.approvalKey
  if (key === undefined || places === undefined) return rule
  const isFor = (place: string) => rules.some((one) => covers(one, tool, { ...args, [key]: place }))
  const isForAll = rules.some((one) => isWhole(one) && covers(one, tool, args))
  return isForAll || places.some(isFor) ? rule : undefined
}

function isWhole({ value, pattern }: AllowedRule): boolean {
  return value === undefined && pattern === undefined
}

function leadsTo({ tool, arguments: args, workspace }: ScopedCall): readonly string[] | undefined {
  const scope = KINDS[tool.risk] === 'path' ? scopeOf(tool, args) : undefined
  return scope && workspace !== undefined ? placesBehind(workspace, scope.value) : undefined
}

/** The permission for the tool as it is now, and for no other that gets its name. */
export function withPrint(rule: AllowedRule, { print }: Pick<Tool, 'print'>): AllowedRule {
  return print === undefined ? rule : { ...rule, print: sha256Hex(Buffer.from(print)) }
}

/** Whether the permission was given to another tool that had this name; one of the program has no print. */
export function isOfAnother(rule: AllowedRule, tool: Pick<Tool, 'name' | 'print'>): boolean {
  return rule.tool === tool.name && rule.print !== withPrint({ tool: tool.name }, tool).print
}

/** Whether the permission is for this call, as it is written. */
function covers(rule: AllowedRule, tool: Tool, args: JsonObject): boolean {
  if (rule.tool !== tool.name || isOfAnother(rule, tool)) return false
  if (isWhole(rule)) return true
  const scope = scopeOf(tool, args)
  if (scope === undefined) return false
  return rule.pattern === undefined
    ? rule.value === scope.value
    : fitsPattern(rule.pattern, scope.value, KINDS[tool.risk])
}

/** What is allowed of a tool by this text: a value, or all that fits it. */
export function scopedRule(tool: Tool, text: string): AllowedRule {
  return { tool: tool.name, ...(isPattern(text, KINDS[tool.risk]) ? { pattern: text } : { value: text }) }
}

/** Whether two permissions are for the same calls of a name. */
export function isSameRule(one: AllowedRule, other: AllowedRule): boolean {
  return one.tool === other.tool && one.value === other.value && one.pattern === other.pattern
}
