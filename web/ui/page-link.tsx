import { chakra } from '@chakra-ui/react';
import { Link } from 'react-router-dom';

/** A link to another page of the site, styled by Chakra's props. */
export const PageLink = chakra(Link);
