// `npm run papers`: writes the man page and docs/flags.md from the tables; a test fails while they are not current.
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { flagsPage, manPage } from '../source/command-line/help-text.ts'
import { findProgram } from '../source/paths.ts'

const docs = join(dirname(dirname(fileURLToPath(import.meta.url))), 'docs')
writeFileSync(join(docs, 'ethervox.1'), manPage(findProgram().version))
writeFileSync(join(docs, 'flags.md'), flagsPage())
