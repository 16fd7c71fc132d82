// Approvals as commands see them.
import type { ApprovalShelf } from '../contracts/approval.ts'
import type { ChatSession } from './session.ts'
import { isPattern } from './value-pattern.ts'

/** A shelf over the session's approvals; every change is seen at once. */
export function approvalShelf(session: ChatSession): ApprovalShelf {
  const { approvals } = session
  return {
    get policy() {
      return approvals.policy
    },
    get dryRun() {
      return approvals.dryRun
    },
    rules: () => approvals.rules,
    allow: async (tool, pattern) => {
      if (session.ports.secret.isOn()) return 'No permission is kept while secret is on; turn it off first.'
      const refusal = pattern === undefined ? undefined : await whyNoPattern(session, tool)
      if (refusal !== undefined) return refusal
      const print = (await session.ground.tools.callable(tool))?.tool.print
      if (pattern === undefined) approvals.allow({ tool }, print)
      else approvals.allow(isPattern(pattern) ? { tool, pattern } : { tool, value: pattern }, print)
      return undefined
    },
    remove: (tool, pattern) =>
      approvals.remove(
        (rule) =>
          rule.tool === tool && (pattern === undefined || rule.value === pattern || rule.pattern === pattern),
      ),
    setPolicy: (policy) => {
      if (policy === 'ask' && !approvals.canAsk)
        return 'The preset `ask` needs a terminal; scripts take none, read, write or all.'
      approvals.policy = policy
      return undefined
    },
    setDryRun: (on) => {
      approvals.dryRun = on
    },
  }
}

/** The tool's code is asked, for the manifest does not say which argument it is. */
async function whyNoPattern(session: ChatSession, name: string): Promise<string | undefined> {
  const callable = await session.ground.tools.callable(name)
  if (callable === undefined)
    return `\`${name}\` cannot be loaded; \`/tools enable ${name}\` turns on one that is off.`
  return callable.tool.approvalKey === undefined
    ? `A permission for \`${name}\` is always for all of it; leave the pattern out.`
    : undefined
}
