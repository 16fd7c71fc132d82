import { type Command, wordsIn } from '../source/contracts/command.ts'

/** Those that take the name of what is installed. */
const FOR_NAMES = ['verify', 'update', 'rollback', 'pin', 'unpin', 'remove', 'resume']

/** `/plugins`: packages of tools that somebody else wrote. */
const plugins: Command = {
  name: 'plugins',
  group: 'tools',
  examples: ['/plugins', '/plugins install sunrise-1.0.0.tgz', '/plugins rollback sunrise'],
  usage:
    '[list|install PATH|verify [NAME|PATH]|update [NAME [PATH]]|rollback NAME|pin NAME [VERSION]|unpin NAME|remove NAME|resume NAME|seal FOLDER]',
  summary: 'plugins: install, check, update, go back, remove',
  worksDownTo: 2,
  help: [
    'A plugin is a folder or a `.tgz` with tools, a `plugin.json` and the sum of each file; docs/plugins.md has one to copy.',
    '`install PATH` and `update` show what the plugin may do; with the hash that they name it is installed, in a script with `--yes`.',
    '`rollback NAME` goes back to the version before, `pin NAME VERSION` stays with one, `verify` reads every file again.',
    'A plugin that breaks its bounds three times is disabled; `resume NAME` lets it go on. A plugin with a changed file is not used.',
    '`seal FOLDER` writes the sums of a plugin of your own. `ethervox plugin` does the same in the shell.',
  ].join('\n'),
  complete: (input, { plugins: shelf }) =>
    FOR_NAMES.includes(input) ? shelf.names().map((text) => ({ text })) : [],
  run: (input, { plugins: shelf }) => shelf.act([...wordsIn(input)]),
}

export default plugins
