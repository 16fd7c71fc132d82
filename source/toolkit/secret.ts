// What tools refuse while nothing of what is said may be kept.
import { type ToolContext, ToolFailure } from '../contracts/tool.ts'

/** Throws `secret` while it is on: `what` (`A startup prompt`) would be written to disk. */
export function refuseSecret({ services }: ToolContext, what: string): void {
  if (services.secret?.isOn())
    throw new ToolFailure('secret', `${what} is written to disk; \`/secret off\` comes first.`)
}
