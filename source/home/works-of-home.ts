// What a person makes of the tools: composites, skills and tasks. Opened here, so that compose has one place to ask.

import type { SecretSwitch } from '../contracts/secret.ts'
import type { HomePaths } from '../paths.ts'
import type { SessionPorts } from '../session/ports.ts'
import { openTasks } from '../tasks/task-store.ts'
import { writePlan } from '../tasks/write-plan.ts'
import { type CompositesOfHome, compositesOf } from './composites-of-home.ts'
import { skillsOf } from './skills-of-home.ts'

export interface WorksOfHome {
  readonly composed: CompositesOfHome['composed']
  readonly ports: Pick<SessionPorts, 'composites' | 'skills' | 'tasks'>
}

/** Opens them; nothing is read before it is asked for. */
export function worksOf(
  { home, workspace }: { readonly home: HomePaths; readonly workspace: string },
  secret: SecretSwitch,
): WorksOfHome {
  const composites = compositesOf({ home, workspace, secret })
  const tasks = { book: openTasks(home.tasks), plan: writePlan }
  return {
    composed: composites.composed,
    ports: { composites: composites.ports, skills: skillsOf({ home, workspace }), tasks },
  }
}
