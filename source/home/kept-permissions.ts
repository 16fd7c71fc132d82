// Approvals as the settings keep them: the policy in `approve`, permissions for whole tools of the program in `allowedTools`; for values
// and patterns, and for tools from outside, which may become others, in `allowedCalls`.
import type { AllowedRule } from '../contracts/approval.ts'
import { type SettingsFile, tryToKeep } from '../settings.ts'
import type { Settings } from '../settings-table.ts'

/** The policy that is kept; empty: none. `ask` is a choice for the terminal: a script has nobody to ask. */
export function keptPolicy({ approve }: Settings, interactive: boolean): Settings['approve'] {
  return approve === 'ask' && !interactive ? '' : approve
}

/** The permissions that are kept: for whole tools, then for values and patterns. */
export function readAllowed(values: Settings): readonly AllowedRule[] {
  return [...values.allowedTools.map((tool) => ({ tool })), ...values.allowedCalls]
}

/** Keeps these permissions and no others; false without a file to keep them in. */
export function keepAllowed(file: SettingsFile | undefined, rules: readonly AllowedRule[]): boolean {
  if (file === undefined) return false
  const isWhole = ({ value, pattern, print }: AllowedRule) => (value ?? pattern ?? print) === undefined
  const whole = [...new Set(rules.filter(isWhole).map((rule) => rule.tool))]
  const others = rules.filter((rule) => !isWhole(rule))
  return tryToKeep(file, 'allowedTools', whole) && tryToKeep(file, 'allowedCalls', others)
}
