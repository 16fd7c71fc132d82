// What a home counts of its turns, calls and tools: measurements, and failures that pause a tool.
import { openAnalytics } from '../analytics/book.ts'
import type { Clock } from '../contracts/clock.ts'
import type { SecretSwitch } from '../contracts/secret.ts'
import type { HomePaths } from '../paths.ts'
import type { SessionPorts } from '../session/ports.ts'
import type { Settings } from '../settings-table.ts'
import { openToolHealth } from '../usage/tool-health.ts'

interface Counted {
  readonly home: HomePaths
  readonly secret: SecretSwitch
  readonly clock: Clock
  readonly workspace: string
  /** undefined: they cannot be read, so nobody knows whether anything may be kept. */
  settings(): Settings | undefined
}

/** Opens both; nothing is read yet. */
export function analyticsOf({
  home,
  secret,
  clock,
  workspace,
  settings,
}: Counted): Pick<SessionPorts, 'analytics' | 'toolHealth'> {
  return {
    analytics: openAnalytics({
      path: home.analytics,
      clock,
      workspace,
      isOn: () => settings()?.analytics ?? false,
      days: () => settings()?.analyticsDays ?? 0,
    }),
    toolHealth: openToolHealth({
      path: home.toolHealth,
      isSecret: () => secret.isOn(),
      now: () => clock.now(),
    }),
  }
}
