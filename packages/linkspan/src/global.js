// For a `<script>`: the small package and links in a page, as the global `linkspan`.
export * from 'linkspan/lite';
export { linkifyElement, observe } from './adapters/dom.js';
