// What guests eat, as the reader's language says it. Until the names are read the code is shown.
import { options, type Choice } from '../../platform/reference.svelte'

let boards = $state.raw<Choice[]>([])

/** Reads the names; in an effect it reads them again when the language changes. */
export const readBoards = () =>
  options('board_types').then(
    (all) => void (boards = all),
    () => undefined,
  )

export const boardName = (code: string): string => boards.find((b) => b.value === code)?.label ?? code
