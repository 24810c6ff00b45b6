import type { Key } from '../../platform/i18n/i18n.svelte'

/** What keys do in a calendar, for the sheet of shortcuts. */
export const gridKeys: { keys: string[]; label: Key }[] = [
  { keys: ['←', '→', '↑', '↓'], label: 'grid.key.move' },
  { keys: ['Ctrl', '←', '→'], label: 'grid.key.week' },
  { keys: ['PgUp', 'PgDn'], label: 'grid.key.month' },
  { keys: ['Home', 'End'], label: 'grid.key.ends' },
  { keys: ['Shift', '…'], label: 'grid.key.extend' },
  { keys: ['Ctrl', 'A'], label: 'grid.key.row' },
  { keys: ['Ctrl', 'Space'], label: 'grid.key.column' },
  { keys: ['Enter'], label: 'grid.key.edit' },
  { keys: ['O', 'F', 'R', 'S', 'B'], label: 'grid.key.status' },
  { keys: ['Del'], label: 'grid.key.clear' },
  { keys: ['0', '…', '9'], label: 'grid.key.closed' },
  { keys: ['N'], label: 'grid.key.note' },
  { keys: ['I'], label: 'grid.key.inspect' },
  { keys: ['T'], label: 'grid.key.today' },
  { keys: ['G'], label: 'grid.key.date' },
  { keys: ['[', ']'], label: 'grid.key.calendar' },
  { keys: ['Ctrl', 'Z'], label: 'grid.key.undo' },
  { keys: ['Ctrl', 'C'], label: 'grid.key.copy' },
  { keys: ['Ctrl', 'V'], label: 'grid.key.paste' },
  { keys: ['Esc'], label: 'grid.key.escape' },
]
