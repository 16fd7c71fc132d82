// Journeys about plugins.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { writePlugin } from '../helpers/plugin-folder.ts'
import type { Scene } from './run-journey.ts'

const EXAMPLE = join(import.meta.dirname, '../../docs/examples/wordcount')
const REACHING = 'export default ({ text }, host) => host.readFile(text)'

export const PLUGIN_SCENES: { readonly [name: string]: Scene } = {
  plugins: {
    title:
      'a plugin is shown, installed, found, called by the model, updated, taken back and removed; one that reaches out three times is disabled',
    script: {
      calls: { 'how many words does notes.txt have?': '{"path":"notes.txt"}' },
      answers: { 'how many words does notes.txt have?': 'notes.txt has 28 words in 4 lines.' },
    },
    before: (home) => {
      cpSync(EXAMPLE, join(home, 'wordcount'), { recursive: true })
      writePlugin(join(home, 'newer'), { name: 'newer' })
      writePlugin(join(home, 'newest'), { name: 'newer', version: '1.1.0' })
      writePlugin(join(home, 'reaching'), { name: 'reaching', tool: 'reach', code: REACHING })
    },
    showHome: true,
  },
}
