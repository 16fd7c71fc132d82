// Journeys about what a person makes of the tools: composites, skills, tasks.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Scene } from './run-journey.ts'

const GOAL = 'look at my notes and at the tasks that are left'

export const WORK_SCENES: { readonly [name: string]: Scene } = {
  compose: {
    title: 'calls are recorded as one tool, which is shown, tested and called; what nobody allows is not run',
    ownWorkspace: true,
    showHome: true,
  },
  task: {
    title:
      'a goal becomes a plan that is seen, changed and run; a failing step ends it, and it goes on there',
    script: {
      calls: {
        [GOAL]: '{"1": "read notes.txt", "2": "read tasks.md"}',
        'read notes.txt': '{"path":"notes.txt"}',
        'read tasks.md': '{"path":"tasks.md"}',
        'read todo.md': '{"path":"todo.md"}',
      },
    },
    showHome: true,
  },
  skills: {
    title:
      'a skill goes with the message that it is for or that names it, and a broken one says what is wrong',
    before: (home) => {
      const put = (name: string, text: string) => {
        mkdirSync(join(home, 'skills', name), { recursive: true })
        writeFileSync(join(home, 'skills', name, 'SKILL.md'), text)
      }
      put('commit', '---\ndescription: Write commit messages in our style\n---\nBegin with a verb.\n')
      put('broken', 'no front matter\n')
    },
  },
}
