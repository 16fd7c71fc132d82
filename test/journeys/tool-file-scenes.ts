// Journeys about tools of the person's own, of plugins, and about what is made of tools.
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PLUGIN_SCENES } from './plugin-scenes.ts'
import type { Scene } from './run-journey.ts'
import { TABLE_SCENES } from './table-scenes.ts'
import { WORK_SCENES } from './work-scenes.ts'

const EXAMPLE = join(import.meta.dirname, '../../docs/examples/celsius.md')

export const TOOL_FILE_SCENES: { readonly [name: string]: Scene } = {
  ...WORK_SCENES,
  ...TABLE_SCENES,
  ...PLUGIN_SCENES,
  'own-tool': {
    title:
      'a tool of the person’s own is listed, checked, tested, found, called by the model, and a broken one is named',
    script: {
      calls: { 'how warm is 70 fahrenheit in celsius?': '{"fahrenheit":70}' },
      answers: { 'how warm is 70 fahrenheit in celsius?': '70 °F is 21.1 °C.' },
    },
    before: (home) => {
      mkdirSync(join(home, 'tools'))
      copyFileSync(EXAMPLE, join(home, 'tools', 'celsius.md'))
      writeFileSync(join(home, 'tools', 'broken.md'), '---\nname: broken\n---\n')
    },
    showHome: true,
  },
}
