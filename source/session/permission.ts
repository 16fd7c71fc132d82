// What a permission is for. A tool that names an argument for it is never allowed as a whole by `session` or `always`.
import type { AllowedRule } from '../contracts/approval.ts'
import type { JsonObject } from '../contracts/json.ts'
import type { Risk, Tool } from '../contracts/tool.ts'
import { sha256Hex } from '../lib/checksum.ts'
import { fitsPattern, type ValueKind } from './value-pattern.ts'

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

/** The permission that allows this call and as little else as can be. */
export function ruleFor(tool: Tool, args: JsonObject): AllowedRule {
  const scope = scopeOf(tool, args)
  return scope === undefined ? { tool: tool.name } : { tool: tool.name, value: scope.value }
}

/** The permission for the tool as it is now, and for no other that gets its name. */
export function withPrint(rule: AllowedRule, { print }: Pick<Tool, 'print'>): AllowedRule {
  return print === undefined ? rule : { ...rule, print: sha256Hex(Buffer.from(print)) }
}

/** Whether the permission was given to another tool that had this name; one of the program has no print. */
export function isOfAnother(rule: AllowedRule, tool: Pick<Tool, 'name' | 'print'>): boolean {
  return rule.tool === tool.name && rule.print !== withPrint({ tool: tool.name }, tool).print
}

/** Whether the permission is for this call. */
export function covers(rule: AllowedRule, tool: Tool, args: JsonObject): boolean {
  if (rule.tool !== tool.name || isOfAnother(rule, tool)) return false
  if (rule.value === undefined && rule.pattern === undefined) return true
  const scope = scopeOf(tool, args)
  if (scope === undefined) return false
  return rule.pattern === undefined
    ? rule.value === scope.value
    : fitsPattern(rule.pattern, scope.value, KINDS[tool.risk])
}

/** Whether two permissions are for the same calls of a name. */
export function isSameRule(one: AllowedRule, other: AllowedRule): boolean {
  return one.tool === other.tool && one.value === other.value && one.pattern === other.pattern
}
