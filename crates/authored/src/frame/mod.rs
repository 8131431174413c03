//! The frame of a map: conversion between longitude and latitude and metres on the ground.

pub mod edges;
pub(crate) mod georeference;
pub(crate) mod projection;
