// What of the settings the screen follows.
import type { ChatSession } from '../session/session.ts'
import type { Settings } from '../settings-table.ts'

/** The settings as they are now: `/settings` changes them while the screen is open. */
export function screenChoices(session: ChatSession): Pick<Settings, 'theme' | 'reducedMotion'> {
  const values = new Map(session.ports.settings().map(({ name, value }) => [name, value]))
  // The table's schema has checked them.
  const theme = (values.get('theme') ?? 'auto') as Settings['theme']
  return { theme, reducedMotion: values.get('reducedMotion') === true }
}

/** Whether lines are wanted in place of the screen, or nothing else can be: a dumb terminal cannot move its cursor. */
export function wantsLines(flag: unknown, env: NodeJS.ProcessEnv): boolean {
  const { ACCESSIBLE: told = '', TERM } = env
  if (flag !== undefined) return flag === true
  return TERM === 'dumb' || !['', '0', 'false', 'no'].includes(told.toLowerCase())
}
