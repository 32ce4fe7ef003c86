import { Menu } from 'radix-ui/internal';
import * as Popover from 'radix-ui/popover';

/** What menus and popovers are made of. */
export const FLOATING = { Menu, Popover };
export type Floating = typeof FLOATING;
