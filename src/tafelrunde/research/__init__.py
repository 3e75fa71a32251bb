"""Tools for researchers: environments, tournaments, data sets, work spread over machines."""
