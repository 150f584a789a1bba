/** Sent to the window with the first toast: what draws them is loaded then. */
export const toastEvent = 'oriel-toast';
