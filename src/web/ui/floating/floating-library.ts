import { Menu } from 'radix-ui/internal';
import * as Popover from 'radix-ui/popover';

/** The library of menus and popovers. */
export const FLOATING = { Menu, Popover };
export type Floating = typeof FLOATING;
