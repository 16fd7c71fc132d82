import { defineTool, ToolFailure } from '../../source/contracts/tool.ts'

type Arguments = { readonly enable: boolean }

type Mode = { readonly on: boolean; readonly changed: boolean }

export default defineTool<Arguments, Mode>({
  name: 'file_set_safe_mode',
  description: 'Turn safe mode (read-only mode for files) on or off',
  parameters: {
    type: 'object',
    properties: {
      enable: {
        type: 'boolean',
        enum: [true, false],
        'x-cues': {
          true: [
            "^(?!.*\\b(?:don'?t|do not|not|never|no|stop|writ(?!e[- ]?prot)|edit|chang|modif|sav(?:e|ing) (?:it|the|my|files?)|alter|touch|delet))(?:.*(?:\\b(?:turn|switch|put)\\b[^,.]*\\bon\\b(?! hold)|\\b(?:mode|protection)(?: for (?:my |the )?files)? on\\b(?! (?:my|the|hold))|\\benabl|\\bactivat|\\bengage\\b)|(?!.*\\b(?:off|out of|leave|exit|quit|lift|undo|end|remove|disabl\\w*|from)\\b).*(?:\\b(?:make|set|keep|switch|put|go|turn)\\b[^,.]*\\bread[- ]?only\\b|\\block\\b|\\bprotect\\b))",
            // What is locked so that nobody can change it.
            "^(?!.*\\b(?:unlock|off|disabl\\w*|lift)\\b).*\\b(?:lock|freeze|protect)\\b.*\\b(?:not|nobody|never|without|can'?t|cannot)\\b.*\\b(?:chang|edit|writ|touch|alter|delet|overwrit)",
          ],
          false:
            "^(?!.*\\b(?:don'?t|do not|not|never|no|stop|writ(?!e[- ]?prot)|edit|chang|modif|sav(?:e|ing) (?:it|the|my|files?)|alter|touch|delet)).*(?:\\b(?:turn|switch|take)\\b[^,.]*\\boff\\b|\\b(?:mode|protection)(?: for (?:my |the )?files)? off\\b(?!\\W*on\\b)|\\b(?:mode|protection) of(?: (?:pls|plz|please|now))?[.!]*$|\\bdisabl|\\bdeactivat|\\bunlock|\\b(?:leave|exit|quit)\\b)",
        },
        description: 'true: files are read-only; false: files may be written',
      },
    },
    required: ['enable'],
  },
  risk: 'write',
  preview: ({ enable }) =>
    enable
      ? 'Files could then only be read, until you turn safe mode off.'
      : 'Only you can turn safe mode off.',
  run({ enable }, { services }) {
    const { safeMode } = services
    if (safeMode === undefined)
      throw new ToolFailure(
        'no_settings',
        'Safe mode cannot be changed here: there are no settings to keep it in.',
      )
    const changed = safeMode.isOn !== enable
    if (!enable && changed)
      throw new ToolFailure(
        'only_by_person',
        'Safe mode stays on: only you can turn it off, with `/settings safeMode false`.',
      )
    if (changed) safeMode.turnOn()
    return { on: enable, changed }
  },
  say({ on, changed }) {
    const how = on ? 'on: files are read-only' : 'off: files can be changed'
    return {
      sentence: `Safe mode is ${changed ? 'now' : 'already'} ${how}.`,
      key: [on ? ['on', 'read-only'] : 'off'],
    }
  },
})
