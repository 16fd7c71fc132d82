// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the places of a shell look like those of templates
// Drafts of the help of a command: what the script hands on is what the command takes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { draftOfHelp } from '../../source/plugins/draft-of-help.ts'

const HELP = `Usage: cp [OPTION]... SOURCE DEST
Copy SOURCE to DEST, or several of them to a folder.

      --backup[=CONTROL]       make a backup of each existing destination file
      --colour=[WHEN]          with colours
  -S, --suffix=SUFFIX          override the usual backup suffix
      --target <DIR>           no parameter
      --mode MODE              as it is
  -v, --verbose                explain what is being done
`

test('a value that may be left out is joined to its option, another one stands behind it', () => {
  const { code, parameters } = draftOfHelp('cp', HELP)
  const lines = code.split('\n')
  const has = (line: string) => assert.ok(lines.includes(line), `${line}\n${code}`)
  has('[ -z "${ARG_BACKUP-}" ] || set -- "$@" --backup="$ARG_BACKUP"')
  has('[ -z "${ARG_COLOUR-}" ] || set -- "$@" --colour="$ARG_COLOUR"')
  has('[ -z "${ARG_SUFFIX-}" ] || set -- "$@" --suffix "$ARG_SUFFIX"')
  has('[ -z "${ARG_MODE-}" ] || set -- "$@" --mode "$ARG_MODE"')
  has('[ "${ARG_VERBOSE-}" != true ] || set -- "$@" --verbose')
  assert.deepEqual(
    parameters?.map(({ name, type }) => `${name} ${type}`),
    ['backup string', 'colour string', 'suffix string', 'mode string', 'verbose boolean'],
  )
})
