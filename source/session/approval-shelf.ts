// Approvals of a session, and as commands see them.
import type { ApprovalShelf } from '../contracts/approval.ts'
import type { Tool } from '../contracts/tool.ts'
import { Approvals } from './approvals.ts'
import { scopedRule } from './permission.ts'
import type { ChatSession } from './session.ts'

/** Those of a session, which tells what they say; options and ports are there already. */
export function approvalsOf(session: Pick<ChatSession, 'options' | 'ports' | 'emit'>): Approvals {
  return new Approvals(
    session.options,
    session.ports,
    () => session.emit({ type: 'view' }),
    (message) => session.emit({ type: 'notice', code: 'permission_fell', message }),
  )
}

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
      const callable = await session.ground.tools.callable(tool)
      const refusal = whyNot(tool, pattern, callable?.tool)
      if (callable === undefined || refusal !== undefined) return refusal
      const rule = pattern === undefined ? { tool } : scopedRule(callable.tool, pattern)
      approvals.allow(rule, callable.tool)
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

/** The tool's code is asked, for the manifest does not say which argument it is, nor what a tool from outside runs. */
function whyNot(name: string, pattern: string | undefined, tool: Tool | undefined): string | undefined {
  if (tool === undefined)
    return `\`${name}\` cannot be loaded; \`/tools enable ${name}\` turns on one that is off.`
  return pattern !== undefined && tool.approvalKey === undefined
    ? `A permission for \`${name}\` is always for all of it; leave the pattern out.`
    : undefined
}
