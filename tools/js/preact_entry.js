export { h, render, Fragment, createRef, createContext } from 'preact';
export { useEffect, useLayoutEffect, useRef, useState, useMemo, useCallback, useContext, useId } from 'preact/hooks';
export { signal, computed, effect, batch, untracked } from '@preact/signals';
import { h } from 'preact';
import htm from 'htm';
export const html = htm.bind(h);
