// Journeys about personas and named states.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Scene } from './run-journey.ts'

const CHEF = 'role: a cook\ndescription: Recipes and kitchens\nstyle: Be kind.\n'

export const SETUP_SCENES: { readonly [name: string]: Scene } = {
  states: {
    title: 'a persona and a setup under a name: kept, put on again, exported, moved aside and brought back',
    script: { keepsHeads: true, answers: { hello: 'Hello from the kitchen!' } },
    before: (home) => {
      mkdirSync(join(home, 'personas'))
      writeFileSync(join(home, 'personas', 'chef.yaml'), CHEF)
      writeFileSync(join(home, 'personas', 'broken.yaml'), `${CHEF}stlye: loud\n`)
    },
    showHome: true,
  },
}
