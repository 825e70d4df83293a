export { properties } from 'linkspan';
