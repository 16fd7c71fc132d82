// What a permission is for. A tool that names an argument for it is never allowed as a whole by `session` or `always`.
import type { AllowedRule } from '../contracts/approval.ts'
import type { JsonObject } from '../contracts/json.ts'
import type { Risk, Tool } from '../contracts/tool.ts'
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

/** Whether the permission is for this call. */
export function covers(rule: AllowedRule, tool: Tool, args: JsonObject): boolean {
  if (rule.tool !== tool.name) return false
  if (rule.value === undefined && rule.pattern === undefined) return true
  const scope = scopeOf(tool, args)
  if (scope === undefined) return false
  return rule.pattern === undefined
    ? rule.value === scope.value
    : fitsPattern(rule.pattern, scope.value, KINDS[tool.risk])
}

/** Whether two permissions are the same one. */
export function isSameRule(one: AllowedRule, other: AllowedRule): boolean {
  return one.tool === other.tool && one.value === other.value && one.pattern === other.pattern
}
